import { v1 } from '@millrace/contract/operations/v1'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { statusInWords } from '#workflows/errors.ts'
import { findWorkflow } from '#workflows/find-workflow.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'

/** Only what may be an id: `incoming-event` beside it takes POST alone, and says so. */
const url = `${v1.getWorkflow.path}(^[0-9a-fA-F-]{36}$)`

export default bind(
  v1.getWorkflow,
  ({ database }) =>
    async request => {
      const { organisationId, serials } = request.identity
      const id = storedId(request.params.workflowId)
      const workflow =
        id && (await inTenant(database, organisationId, tx => findWorkflow(tx, organisationId, id, serials)))
      if (!workflow) throw new Refusal('workflow_not_found')
      return { message: `The workflow is ${statusInWords(workflow.status)}.`, workflow }
    },
  { url },
)
