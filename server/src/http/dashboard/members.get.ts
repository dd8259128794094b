import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listInvitations } from '#members/invitations.ts'
import { listMembers } from '#members/members.ts'
import { bind } from '../bind.ts'

export default bind(
  dashboard.listMembers,
  ({ database }) =>
    async ({ member: { organisationId, role } }) =>
      inTenant(database, organisationId, async tx => ({
        data: await listMembers(tx),
        invitations: role === 'owner' ? await listInvitations(tx, organisationId) : [],
      })),
)
