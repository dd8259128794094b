import { ResetLook } from '@millrace/contract/dashboard/members'
import { LinkHeaders } from '@millrace/contract/session'
import { findResetLink } from '#members/reset-link.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/session/reset',
  access: 'public',
  schema: {
    operationId: 'readResetLink',
    tags: ['Dashboard'],
    summary: 'Whose password a link is for',
    headers: LinkHeaders,
    response: { 200: ResetLook },
  },
  handler:
    ({ database }) =>
    async ({ headers }) => {
      const open = await findResetLink(database.engineSql, headers['x-link-token'])
      if (open === undefined) throw new Refusal('link_not_valid')
      return { message: 'The link is good.', email: open.email }
    },
})
