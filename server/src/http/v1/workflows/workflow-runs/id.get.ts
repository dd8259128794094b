import { RunAnswer } from '@millrace/contract/run'
import { Type } from 'typebox'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { findRun } from '#runs/find-run.ts'
import { problems } from '../../../problems.ts'
import { Refusal } from '../../../refusal.ts'
import { route } from '../../../route.ts'

export default route({
  method: 'GET',
  url: '/v1/workflows/:workflowId/workflow-runs/:runId',
  access: 'bearer',
  schema: {
    operationId: 'getWorkflowRun',
    tags: ['Workflows'],
    summary: 'Read one run',
    params: Type.Object({ workflowId: Type.String(), runId: Type.String() }),
    response: { 200: RunAnswer, ...problems(404) },
  },
  handler:
    ({ database }) =>
    async request => {
      const { organisationId } = request.identity
      const runId = storedId(request.params.runId)
      const run =
        runId && (await inTenant(database, organisationId, tx => findRun(tx, organisationId, runId)))
      if (!run || run.workflow_id !== storedId(request.params.workflowId)) throw new Refusal('run_not_found')
      return { message: `The run is ${run.status}.`, workflow_run: run }
    },
})
