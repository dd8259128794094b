import { dashboard } from '@millrace/contract/operations/dashboard'
import { findResetLink } from '#members/reset-link.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'

export default bind(dashboard.readResetLink, ({ database }) => async ({ headers }) => {
  const open = await findResetLink(database.engineSql, headers['x-link-token'])
  if (open === undefined) throw new Refusal('link_not_valid')
  return { message: 'The link is good.', email: open.email }
})
