import { UndertakingAnswer } from '@millrace/contract/dashboard/undertakings'
import { Type } from 'typebox'
import { inTenant } from '#db/database.ts'
import { cancelUndertaking, findUndertaking } from '#undertakings/undertakings.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'
import { requireId } from '../edge/require-id.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/undertakings/:id/cancel',
  access: 'member',
  role: 'editor',
  schema: {
    operationId: 'cancelUndertaking',
    tags: ['Dashboard'],
    summary: 'Call something off; what it has done stays done',
    params: Type.Object({ id: Type.String() }),
    response: { 200: UndertakingAnswer },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId, email: actor }, params }) => {
      const id = requireId(params.id, 'undertaking_not_found')
      return inTenant(database, organisationId, async tx => {
        const undertaking = await cancelUndertaking(tx, organisationId, id, actor)
        if (undertaking !== undefined) return { message: 'Called off.', undertaking }
        const known = await findUndertaking(tx, organisationId, id)
        throw new Refusal(known === undefined ? 'undertaking_not_found' : 'undertaking_over')
      })
    },
})
