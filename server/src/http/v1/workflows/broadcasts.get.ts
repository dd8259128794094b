import { v1 } from '@millrace/contract/operations/v1'
import { listBroadcasts } from '#dashboard/workflows/list-broadcasts.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { workflowIn } from './named-workflow.ts'

export default bind(
  v1.listBroadcasts,
  ({ database, organisations }) =>
    async ({ identity: { organisationId }, params }) => {
      const id = workflowIn(params)
      return inTenant(database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, id)
        return listBroadcasts(tx, organisations, organisationId, id)
      })
    },
)
