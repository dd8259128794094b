import { dashboard } from '@millrace/contract/operations/dashboard'
import { changeKey, toShownKey } from '#access/keys.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { requireLivingKey } from '../edge/own-key.ts'
import { wantedKey } from '../edge/wanted-key.ts'

export default bind(dashboard.changeKey, ({ config, database }) => async request => {
  const { organisationId, email: actor } = request.member
  const { clientId } = request.params
  const { body } = checkedBody(request, dashboard.changeKey)
  const key = await inTenant(database, organisationId, async tx => {
    await requireLivingKey(tx, clientId)
    const change = await wantedKey(tx, organisationId, body, config)
    return changeKey(tx, organisationId, actor, { clientId, change })
  })
  if (key === undefined) throw new Refusal('key_revoked')
  return { message: 'Key changed.', key: toShownKey(key) }
})
