import { dashboard } from '@millrace/contract/operations/dashboard'
import { seenRuns } from '#dashboard/lists/sight.ts'
import { inTenant } from '#db/database.ts'
import { guestsInside } from '#workflows/guests-inside.ts'
import { bind } from '../../bind.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(
  dashboard.countGuestsInside,
  ({ database }) =>
    async ({ member: { organisationId, serials }, params }) => {
      const id = requireId(params.id, 'workflow_not_found')
      return inTenant(database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, id)
        return guestsInside(tx, organisationId, id, seenRuns(serials, 3))
      })
    },
)
