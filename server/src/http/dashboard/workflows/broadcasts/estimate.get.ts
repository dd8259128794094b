import { dashboard } from '@millrace/contract/operations/dashboard'
import { tenantSql } from '#db/database.ts'
import { asIfLive } from '#simulation/read-input.ts'
import { estimateBroadcast } from '#triggers/estimate-broadcast.ts'
import { bind } from '../../../bind.ts'
import { Refusal } from '../../../refusal.ts'
import { definitionToTry } from '../../edge/definition-to-try.ts'
import { requireId } from '../../edge/require-id.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { orRefuseTrial } from '../../edge/trial-refusals.ts'

export default bind(
  dashboard.estimateBroadcast,
  ({ database, organisations, checks }) =>
    async ({ member: { organisationId }, params }) => {
      const id = requireId(params.id, 'workflow_not_found')
      const sql = tenantSql(database, organisationId)
      const estimated = async () => {
        const { name } = await requireWorkflow(sql, organisationId, id)
        const definition = await definitionToTry(sql, checks, organisationId, id, undefined)
        const workflow = asIfLive({ id, name, definition })
        const { trigger } = workflow
        if (!('broadcast' in trigger))
          throw new Refusal('trial_refused', { message: 'The draft is not a broadcast.' })
        return estimateBroadcast(sql, organisations, { organisationId, workflow, trigger })
      }
      return orRefuseTrial(estimated())
    },
)
