import { WorkflowsAtVenue } from '@millrace/contract/dashboard/venues'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { route } from '../../route.ts'
import { requireVenue } from '../edge/require-venue.ts'
import { workflowsAtVenue } from './workflows-at-venue.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/venues/:serial/workflows',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'listWorkflowsAtVenue',
    tags: ['Dashboard'],
    summary: 'The workflows with variables, and what the venue has of its own in each',
    params: Type.Object({ serial: Type.String() }),
    response: { 200: WorkflowsAtVenue },
  },
  handler:
    ({ database }) =>
    async ({ member, params }) =>
      inTenant(database, member.organisationId, async tx => {
        const { serial } = await requireVenue(tx, member, params.serial)
        return { data: await workflowsAtVenue(tx, member.organisationId, serial) }
      }),
})
