import { WholeWorkflow } from '@millrace/contract/dashboard/workflows'
import { Type } from 'typebox'
import { seenBy } from '#dashboard/shown-definition.ts'
import { readWorkflow, seenWorkflow } from '#dashboard/workflows/read-workflow.ts'
import { inTenant } from '#db/database.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'
import { toolsOf } from '../edge/tools.ts'
import { orRefuse } from '../edge/workflow-refusals.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/workflows/:id',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'readWorkflow',
    tags: ['Dashboard'],
    summary: 'A workflow with its draft, what is live, and what is wrong with the draft',
    params: Type.Object({ id: Type.String() }),
    response: { 200: WholeWorkflow },
  },
  handler: parts => {
    const { checks } = toolsOf(parts)
    return async ({ member: { organisationId, role }, params }) => {
      const id = requireId(params.id, 'workflow_not_found')
      const workflow = await orRefuse(
        inTenant(parts.database, organisationId, tx => readWorkflow(tx, organisationId, id, checks)),
      )
      return seenWorkflow(workflow, seenBy(role))
    }
  },
})
