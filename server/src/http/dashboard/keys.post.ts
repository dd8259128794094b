import { ApiKeySecret, NewApiKey } from '@millrace/contract/member'
import { createKey } from '#access/keys.ts'
import { inTenant } from '#db/database.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { route } from '../route.ts'

export default route({
  method: 'POST',
  url: '/dashboard/api/keys',
  access: 'member',
  role: 'owner',
  confirmed: true,
  schema: {
    operationId: 'createKey',
    tags: ['Dashboard'],
    summary: 'Create an API key; its secret is shown once',
    body: NewApiKey,
    response: { 201: ApiKeySecret },
  },
  options: { attachValidation: true },
  handler:
    ({ database }) =>
    async (request, reply) => {
      const { organisationId, email: actor } = request.member
      const { body } = checkedBody(request, NewApiKey)
      const name = body.name.trim()
      const limit =
        body.requests_per_minute === undefined ? {} : { requestsPerMinute: body.requests_per_minute }
      const { clientId, clientSecret } = await inTenant(database, organisationId, tx =>
        createKey(tx, organisationId, actor, { name, ...limit }),
      )
      reply.code(201)
      return {
        message: 'Key created. Keep the secret: it is not shown again.',
        key: { client_id: clientId, client_secret: clientSecret, name },
      }
    },
})
