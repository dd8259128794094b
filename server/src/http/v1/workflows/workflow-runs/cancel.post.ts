import { v1 } from '@millrace/contract/operations/v1'
import { storedId } from '#base/ids.ts'
import { cancelRun } from '#runs/commands/cancel-run.ts'
import { findRun } from '#runs/read/find-run.ts'
import { bind } from '../../../bind.ts'
import { idempotentRequest } from '../../../edge/idempotency-key.ts'
import { writeOnce } from '../../../edge/write-once.ts'
import { type Faults, Refusal } from '../../../refusal.ts'

export default bind(v1.cancelWorkflowRun, parts => async (request, reply) => {
  const { organisationId } = request.identity
  const faults: Faults = {}
  const idempotency = idempotentRequest(request, 'cancel', request.body ?? null, faults)
  if (Object.keys(faults).length > 0) throw new Refusal('validation_failed', { errors: faults })
  const runId = storedId(request.params.runId)
  const workflowId = storedId(request.params.workflowId)
  if (runId === undefined || workflowId === undefined) throw new Refusal('run_not_found')
  return writeOnce(parts, reply, {
    organisationId,
    idempotency,
    async work(tx) {
      const { serials } = request.identity
      // Also one that is for another venue does not exist for the key.
      if (serials !== null && (await findRun(tx, organisationId, runId, serials)) === undefined) {
        throw new Refusal('run_not_found')
      }
      const result = await cancelRun(tx, organisationId, { runId, workflowId })
      if (result.kind === 'not_found') throw new Refusal('run_not_found')
      if (result.kind === 'finished') {
        throw new Refusal('run_finished', {
          message: `The run is ${result.run.status} and cannot be cancelled.`,
        })
      }
      const answer = { message: 'The run is cancelled.', workflow_run: result.run }
      return { status: 200, location: null, answer }
    },
  })
})
