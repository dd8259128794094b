import { dashboard } from '@millrace/contract/operations/dashboard'
import { rotateKey } from '#access/keys.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { requireLivingKey } from '../edge/own-key.ts'

const DEFAULT_GRACE_SECONDS = 86_400

export default bind(dashboard.rotateKey, ({ database }) => async request => {
  const { organisationId, email: actor } = request.member
  const { clientId } = request.params
  const { body } = checkedBody(request, dashboard.rotateKey)
  const graceSeconds = body.grace_seconds ?? DEFAULT_GRACE_SECONDS
  return inTenant(database, organisationId, async tx => {
    const { name } = await requireLivingKey(tx, clientId)
    const rotated = await rotateKey(tx, organisationId, actor, { clientId, graceSeconds })
    if (rotated === undefined) throw new Refusal('key_revoked')
    return {
      message: 'New secret created. Save it: it is not shown again.',
      key: { client_id: clientId, client_secret: rotated.clientSecret, name },
    }
  })
})
