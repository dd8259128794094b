import { dashboard } from '@millrace/contract/operations/dashboard'
import { createKey } from '#access/keys.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'

export default bind(dashboard.createKey, ({ database }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.createKey)
  const name = body.name.trim()
  const limit = body.requests_per_minute === undefined ? {} : { requestsPerMinute: body.requests_per_minute }
  const { clientId, clientSecret } = await inTenant(database, organisationId, tx =>
    createKey(tx, organisationId, actor, { name, ...limit }),
  )
  reply.code(201)
  return {
    message: 'Key created. Keep the secret: it is not shown again.',
    key: { client_id: clientId, client_secret: clientSecret, name },
  }
})
