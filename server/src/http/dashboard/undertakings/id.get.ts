import { Undertaking } from '@millrace/contract/dashboard/undertakings'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { findUndertaking } from '#undertakings/undertakings.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/undertakings/:id',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'readUndertaking',
    tags: ['Dashboard'],
    summary: 'How far something is, and what came of it',
    params: Type.Object({ id: Type.String() }),
    response: { 200: Undertaking },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId }, params }) => {
      const id = requireId(params.id, 'undertaking_not_found')
      const found = await inTenant(database, organisationId, tx => findUndertaking(tx, organisationId, id))
      if (found === undefined) throw new Refusal('undertaking_not_found')
      return found
    },
})
