import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listComments } from '#workflows/comments/comments.ts'
import { bind } from '../../bind.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(dashboard.listComments, ({ database }) => async ({ member, params }) => {
  const { organisationId } = member
  const workflowId = requireId(params.id, 'workflow_not_found')
  return inTenant(database, organisationId, async tx => {
    await requireWorkflow(tx, organisationId, workflowId)
    return { data: await listComments(tx, { organisationId, workflowId, member }) }
  })
})
