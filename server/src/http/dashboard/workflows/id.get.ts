import { dashboard } from '@millrace/contract/operations/dashboard'
import { seenBy } from '#dashboard/shown-definition.ts'
import { readWorkflow, seenWorkflow } from '#dashboard/workflows/read-workflow.ts'
import { tenantSql } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { orRefuse } from '../../edge/workflow-refusals.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.readWorkflow, parts => {
  const { checks } = parts
  return async ({ member: { organisationId, role }, params }) => {
    const id = requireId(params.id, 'workflow_not_found')
    const workflow = await orRefuse(
      readWorkflow(tenantSql(parts.database, organisationId), organisationId, id, checks),
    )
    return seenWorkflow(workflow, seenBy(role))
  }
})
