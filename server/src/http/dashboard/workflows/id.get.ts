import { WholeWorkflow } from '@millrace/contract/dashboard/workflows'
import { Type } from 'typebox'
import { readWorkflow } from '#dashboard/workflows/read-workflow.ts'
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
    return async ({ member: { organisationId }, params }) => {
      const id = requireId(params.id, 'workflow_not_found')
      return orRefuse(
        inTenant(parts.database, organisationId, tx => readWorkflow(tx, organisationId, id, checks)),
      )
    }
  },
})
