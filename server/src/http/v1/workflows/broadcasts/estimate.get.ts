import { v1 } from '@millrace/contract/operations/v1'
import { tenantSql } from '#db/database.ts'
import { estimateBroadcast } from '#triggers/estimate-broadcast.ts'
import { readLiveBroadcast } from '#triggers/live-broadcast.ts'
import { bind } from '../../../bind.ts'
import { requireWorkflow } from '../../../edge/require-workflow.ts'
import { Refusal } from '../../../refusal.ts'
import { workflowIn } from '../named-workflow.ts'

export default bind(
  v1.estimateBroadcast,
  ({ database, organisations }) =>
    async ({ identity: { organisationId }, params }) => {
      const sql = tenantSql(database, organisationId)
      const workflow = await requireWorkflow(sql, organisationId, workflowIn(params))
      const live = await readLiveBroadcast(sql, organisationId, workflow)
      if (live === undefined)
        throw new Refusal('broadcast_refused', { message: 'The live version is not a broadcast.' })
      return estimateBroadcast(sql, organisations, { organisationId, ...live })
    },
)
