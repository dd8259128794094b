import { KeyRevocation, Message } from '@millrace/contract/member'
import { Type } from 'typebox'
import { revokeKey } from '#access/keys.ts'
import { inTenant } from '#db/database.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'
import { requireLivingKey } from '../edge/own-key.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/keys/:clientId/revoke',
  access: 'member',
  role: 'owner',
  schema: {
    operationId: 'revokeKey',
    tags: ['Dashboard'],
    summary: 'End a key and all of its tokens, at once',
    params: Type.Object({ clientId: Type.String() }),
    body: KeyRevocation,
    response: { 200: Message },
  },
  options: { attachValidation: true },
  handler:
    ({ database }) =>
    async request => {
      const { organisationId, email: actor } = request.member
      const { clientId } = request.params
      const { body } = checkedBody(request, KeyRevocation)
      await inTenant(database, organisationId, async tx => {
        const { name } = await requireLivingKey(tx, clientId)
        if (body.name.trim() !== name.trim()) {
          throw new Refusal('validation_failed', { errors: { name: ['is not the name of this key'] } })
        }
        if (!(await revokeKey(tx, organisationId, actor, clientId))) throw new Refusal('key_revoked')
      })
      return { message: 'Key revoked. Its tokens are refused from now on.' }
    },
})
