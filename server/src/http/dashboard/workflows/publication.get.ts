import { Publication } from '@millrace/contract/dashboard/workflows'
import { Type } from 'typebox'
import { seenBy } from '#dashboard/shown-definition.ts'
import { readPublication } from '#dashboard/workflows/read-workflow.ts'
import { inTenant } from '#db/database.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'
import { toolsOf } from '../edge/tools.ts'
import { orRefuse } from '../edge/workflow-refusals.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/workflows/:id/publication',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'readPublication',
    tags: ['Dashboard'],
    summary: 'What publishing the draft would change, and for how many guests',
    params: Type.Object({ id: Type.String() }),
    response: { 200: Publication },
  },
  handler: parts => {
    const { checks } = toolsOf(parts)
    return async ({ member: { organisationId, role }, params }) => {
      const id = requireId(params.id, 'workflow_not_found')
      return orRefuse(
        inTenant(parts.database, organisationId, tx =>
          readPublication(tx, organisationId, id, checks, seenBy(role)),
        ),
      )
    }
  },
})
