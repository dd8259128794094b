import { dashboard } from '@millrace/contract/operations/dashboard'
import { findSetupLink } from '#members/setup-link.ts'
import { bind } from '../bind.ts'
import { Refusal } from '../refusal.ts'

export default bind(dashboard.readSetupLink, ({ database }) => async ({ headers }) => {
  const link = await findSetupLink(database.engineSql, headers['x-link-token'])
  if (link === undefined) throw new Refusal('link_not_valid')
  return { message: 'The link is good.', organisation_name: link.organisationName }
})
