import { MemberList } from '@millrace/contract/member'
import { inTenant } from '#db/database.ts'
import { listInvitations } from '#members/invitations.ts'
import { listMembers } from '#members/members.ts'
import { route } from '../route.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/members',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'listMembers',
    tags: ['Dashboard'],
    summary: 'List the members, and for owners the open invitations',
    response: { 200: MemberList },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId, role } }) =>
      inTenant(database, organisationId, async tx => ({
        data: await listMembers(tx),
        invitations: role === 'owner' ? await listInvitations(tx, organisationId) : [],
      })),
})
