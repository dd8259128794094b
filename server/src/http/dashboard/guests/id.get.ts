import { Guest } from '@millrace/contract/guest'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { route } from '../../route.ts'
import { requireGuest } from '../edge/require-guest.ts'
import { requireId } from '../edge/require-id.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/guests/:id',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'readGuest',
    tags: ['Dashboard'],
    summary: 'A guest',
    params: Type.Object({ id: Type.String() }),
    response: { 200: Guest },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId }, params }) => {
      const id = requireId(params.id, 'guest_not_found')
      return inTenant(database, organisationId, tx => requireGuest(tx, organisationId, id))
    },
})
