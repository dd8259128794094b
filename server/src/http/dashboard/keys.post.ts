import { dashboard } from '@millrace/contract/operations/dashboard'
import { createKey } from '#access/keys.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { wantedKey } from './edge/wanted-key.ts'

export default bind(dashboard.createKey, ({ config, database }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.createKey)
  const { name: given, test = false, ...limits } = body
  const name = given.trim()
  const { clientId, clientSecret } = await inTenant(database, organisationId, async tx => {
    const wanted = await wantedKey(tx, organisationId, limits, config)
    return createKey(tx, organisationId, actor, { ...wanted, name, test })
  })
  reply.code(201)
  return {
    message: 'Key created. Save the secret: it is not shown again.',
    key: { client_id: clientId, client_secret: clientSecret, name },
  }
})
