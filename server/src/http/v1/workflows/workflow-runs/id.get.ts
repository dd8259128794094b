import { v1 } from '@millrace/contract/operations/v1'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { findRun } from '#runs/read/find-run.ts'
import { bind } from '../../../bind.ts'
import { Refusal } from '../../../refusal.ts'

export default bind(v1.getWorkflowRun, ({ database }) => async request => {
  const { organisationId } = request.identity
  const runId = storedId(request.params.runId)
  const { serials } = request.identity
  const run =
    runId && (await inTenant(database, organisationId, tx => findRun(tx, organisationId, runId, serials)))
  if (!run || run.workflow_id !== storedId(request.params.workflowId)) throw new Refusal('run_not_found')
  return { message: `The run is ${run.status}.`, workflow_run: run }
})
