import { dashboard } from '@millrace/contract/operations/dashboard'
import { revokeKey } from '#access/keys.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { requireLivingKey } from '../edge/own-key.ts'

export default bind(dashboard.revokeKey, ({ database }) => async request => {
  const { organisationId, email: actor } = request.member
  const { clientId } = request.params
  const { body } = checkedBody(request, dashboard.revokeKey)
  await inTenant(database, organisationId, async tx => {
    const { name } = await requireLivingKey(tx, clientId)
    if (body.name.trim() !== name.trim()) {
      throw new Refusal('validation_failed', { errors: { name: ['is not the name of this key'] } })
    }
    if (!(await revokeKey(tx, organisationId, actor, clientId))) throw new Refusal('key_revoked')
  })
  return { message: 'Key revoked. Its tokens are refused from now on.' }
})
