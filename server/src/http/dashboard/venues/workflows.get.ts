import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { requireVenue } from '../edge/require-venue.ts'
import { workflowsAtVenue } from './workflows-at-venue.ts'

export default bind(
  dashboard.listWorkflowsAtVenue,
  ({ database }) =>
    async ({ member, params }) =>
      inTenant(database, member.organisationId, async tx => {
        const { serial } = await requireVenue(tx, member, params.serial)
        return { data: await workflowsAtVenue(tx, member.organisationId, serial) }
      }),
)
