import { ApiKeySecret, KeyRotation } from '@millrace/contract/member'
import { Type } from 'typebox'
import { rotateKey } from '#access/keys.ts'
import { inTenant } from '#db/database.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'
import { requireLivingKey } from '../edge/own-key.ts'

const DEFAULT_GRACE_SECONDS = 86_400

export default route({
  method: 'POST',
  url: '/dashboard/api/keys/:clientId/rotate',
  access: 'member',
  role: 'owner',
  confirmed: true,
  schema: {
    operationId: 'rotateKey',
    tags: ['Dashboard'],
    summary: 'Give a key a new secret; the old one works on for a while',
    params: Type.Object({ clientId: Type.String() }),
    body: KeyRotation,
    response: { 200: ApiKeySecret },
  },
  options: { attachValidation: true },
  handler:
    ({ database }) =>
    async request => {
      const { organisationId, email: actor } = request.member
      const { clientId } = request.params
      const { body } = checkedBody(request, KeyRotation)
      const graceSeconds = body.grace_seconds ?? DEFAULT_GRACE_SECONDS
      return inTenant(database, organisationId, async tx => {
        const { name } = await requireLivingKey(tx, clientId)
        const rotated = await rotateKey(tx, organisationId, actor, { clientId, graceSeconds })
        if (rotated === undefined) throw new Refusal('key_revoked')
        return {
          message: 'New secret made. Keep it: it is not shown again.',
          key: { client_id: clientId, client_secret: rotated.clientSecret, name },
        }
      })
    },
})
