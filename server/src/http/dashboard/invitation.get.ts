import { InvitationLook, LinkHeaders } from '@millrace/contract/session'
import { findInvitation } from '#members/invitations.ts'
import { Refusal } from '../refusal.ts'
import { route } from '../route.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/invitation',
  access: 'public',
  schema: {
    operationId: 'readInvitation',
    tags: ['Dashboard'],
    summary: 'What an invitation is for',
    headers: LinkHeaders,
    response: { 200: InvitationLook },
  },
  handler:
    ({ database }) =>
    async ({ headers }) => {
      const open = await findInvitation(database.engineSql, headers['x-link-token'])
      if (open === undefined) throw new Refusal('link_not_valid')
      return {
        message: 'The invitation is open.',
        organisation_name: open.organisationName,
        email: open.email,
        role: open.role,
        has_account: open.hasAccount,
      }
    },
})
