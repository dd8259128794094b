import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { cancelRun } from '#runs/commands/cancel-run.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'
import { requireRun } from '../edge/require-run.ts'

export default bind(dashboard.cancelRun, ({ database }) => async ({ member, params }) => {
  const { organisationId, email: actor } = member
  const id = requireId(params.id, 'run_not_found')
  return inTenant(database, organisationId, async tx => {
    const { workflow_id: workflowId } = await requireRun(tx, member, id)
    const result = await cancelRun(tx, organisationId, { workflowId, runId: id })
    if (result.kind === 'not_found') throw new Refusal('run_not_found')
    if (result.kind === 'finished') throw new Refusal('run_finished')
    await recordAudit(tx, organisationId, { actor, action: 'run.cancelled', subject: id })
    return { message: 'Run cancelled.', workflow_run: result.run }
  })
})
