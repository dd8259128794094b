import { Inside } from '@millrace/contract/dashboard/workflows'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { guestsInside } from '#workflows/guests-inside.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'
import { requireWorkflow } from '../edge/require-workflow.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/workflows/:id/inside',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'countGuestsInside',
    tags: ['Dashboard'],
    summary: 'The guests inside, by the version they are on and the node they stand at',
    params: Type.Object({ id: Type.String() }),
    response: { 200: Inside },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId }, params }) => {
      const id = requireId(params.id, 'workflow_not_found')
      return inTenant(database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, id)
        return guestsInside(tx, organisationId, id)
      })
    },
})
