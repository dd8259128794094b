import { dashboard } from '@millrace/contract/operations/dashboard'
import { tenantSql } from '#db/database.ts'
import { asIfLive } from '#simulation/read-input.ts'
import { estimateBroadcast } from '#triggers/estimate-broadcast.ts'
import { readLiveBroadcast } from '#triggers/live-broadcast.ts'
import { bind } from '../../../bind.ts'
import { requireWorkflow } from '../../../edge/require-workflow.ts'
import { Refusal } from '../../../refusal.ts'
import { definitionToTry } from '../../edge/definition-to-try.ts'
import { requireReach } from '../../edge/own-workflow.ts'
import { requireId } from '../../edge/require-id.ts'
import { orRefuseTrial } from '../../edge/trial-refusals.ts'

export default bind(
  dashboard.estimateBroadcast,
  ({ database, organisations, checks }) =>
    async ({ member, params, query }) => {
      const { organisationId } = member
      const id = requireId(params.id, 'workflow_not_found')
      const sql = tenantSql(database, organisationId)
      const draft = async (name: string) => {
        const definition = await definitionToTry(sql, checks, organisationId, id, undefined)
        const { trigger } = definition
        return 'broadcast' in trigger ? { workflow: asIfLive({ id, name, definition }), trigger } : undefined
      }
      const estimated = async () => {
        const stored = await requireWorkflow(sql, organisationId, id)
        await requireReach(sql, member, id)
        const found =
          query.of === 'live'
            ? await readLiveBroadcast(sql, organisationId, stored)
            : await draft(stored.name)
        if (found === undefined)
          throw new Refusal('trial_refused', {
            message: `The ${query.of === 'live' ? 'live version' : 'draft'} is not a broadcast.`,
          })
        return estimateBroadcast(sql, organisations, { organisationId, ...found })
      }
      return orRefuseTrial(estimated())
    },
)
