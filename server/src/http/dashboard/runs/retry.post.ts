import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { retryRun } from '#runs/commands/retry-run.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'
import { requireRun } from '../edge/require-run.ts'

export default bind(dashboard.retryRun, ({ database, queue }) => async ({ member, params }) => {
  const { organisationId, email: actor } = member
  const runId = requireId(params.id, 'run_not_found')
  return inTenant(database, organisationId, async tx => {
    await requireRun(tx, member, runId)
    const result = await retryRun(tx, queue, organisationId, { runId })
    if (result.kind === 'not_found') throw new Refusal('run_not_found')
    if (result.kind === 'not_failed') throw new Refusal('run_not_failed')
    await recordAudit(tx, organisationId, { actor, action: 'run.retried', subject: runId })
    return { message: 'The run continues from the step that failed.', workflow_run: result.run }
  })
})
