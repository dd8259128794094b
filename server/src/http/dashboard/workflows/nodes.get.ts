import { dashboard } from '@millrace/contract/operations/dashboard'
import { countNodes } from '#dashboard/workflows/count-nodes.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(
  dashboard.countNodes,
  ({ database }) =>
    async ({ member: { organisationId, serials }, params }) => {
      const id = requireId(params.id, 'workflow_not_found')
      return inTenant(database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, id)
        return countNodes(tx, organisationId, id, serials)
      })
    },
)
