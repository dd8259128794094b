import { RunAnswer } from '@millrace/contract/run'
import { Type } from 'typebox'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { cancelRun } from '#runs/cancel-run.ts'
import { problems } from '../../../problems.ts'
import { Refusal } from '../../../refusal.ts'
import { route } from '../../../route.ts'

export default route({
  method: 'POST',
  url: '/v1/workflows/:workflowId/workflow-runs/:runId/cancel',
  access: 'bearer',
  schema: {
    operationId: 'cancelWorkflowRun',
    tags: ['Workflows'],
    summary: 'Cancel a run',
    description: 'Ends the run where it is. What it did before stays done. No body is needed.',
    params: Type.Object({ workflowId: Type.String(), runId: Type.String() }),
    response: { 200: RunAnswer, ...problems(400, 404, 409, 413, 415) },
  },
  handler:
    ({ database }) =>
    async request => {
      const { organisationId } = request.identity
      const runId = storedId(request.params.runId)
      const workflowId = storedId(request.params.workflowId)
      if (runId === undefined || workflowId === undefined) throw new Refusal('run_not_found')
      const result = await inTenant(database, organisationId, tx =>
        cancelRun(tx, organisationId, { runId, workflowId }),
      )
      if (result.kind === 'not_found') throw new Refusal('run_not_found')
      if (result.kind === 'finished') {
        throw new Refusal('run_finished', {
          message: `The run is ${result.run.status} and cannot be cancelled.`,
        })
      }
      return { message: 'The run is cancelled.', workflow_run: result.run }
    },
})
