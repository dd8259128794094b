import { dashboard } from '@millrace/contract/operations/dashboard'
import { findInvitation } from '#members/invitations.ts'
import { bind } from '../bind.ts'
import { Refusal } from '../refusal.ts'

export default bind(dashboard.readInvitation, ({ database }) => async ({ headers }) => {
  const open = await findInvitation(database.engineSql, headers['x-link-token'])
  if (open === undefined) throw new Refusal('link_not_valid')
  return {
    message: 'The invitation is open.',
    organisation_name: open.organisationName,
    email: open.email,
    role: open.role,
  }
})
