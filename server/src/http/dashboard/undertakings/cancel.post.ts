import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { cancelUndertaking, findUndertaking } from '#undertakings/undertakings.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(
  dashboard.cancelUndertaking,
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
)
