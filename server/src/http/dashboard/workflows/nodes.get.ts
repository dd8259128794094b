import { NodeCounts } from '@millrace/contract/dashboard/workflows'
import { Type } from 'typebox'
import { countNodes } from '#dashboard/workflows/count-nodes.ts'
import { inTenant } from '#db/database.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'
import { requireWorkflow } from '../edge/require-workflow.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/workflows/:id/nodes',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'countNodes',
    tags: ['Dashboard'],
    summary: 'How many guests stand at each node, and what the latest runs did there',
    params: Type.Object({ id: Type.String() }),
    response: { 200: NodeCounts },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId }, params }) => {
      const id = requireId(params.id, 'workflow_not_found')
      return inTenant(database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, id)
        return countNodes(tx, organisationId, id)
      })
    },
})
