import { Type } from 'typebox'
import { readUnsubscribeToken } from '#runs/unsubscribe-url.ts'
import { route } from '../route.ts'
import { findOrganisationName } from './organisation-name.ts'
import { askPage, pagePolicy, unknownPage } from './unsubscribe-page.ts'

export default route({
  method: 'GET',
  url: '/unsubscribe/:token',
  access: 'public',
  schema: {
    operationId: 'askUnsubscribe',
    tags: ['Guests'],
    summary: 'Ask a guest whether they want no more messages',
    params: Type.Object({ token: Type.String() }),
    response: { default: { description: 'A page' } },
  },
  handler: parts => async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy)
    const subscription = readUnsubscribeToken(request.params.token, parts.secrets.unsubscribe)
    const name = subscription && (await findOrganisationName(parts, subscription.organisationId))
    if (subscription === undefined || name === undefined) return reply.code(404).send(unknownPage)
    return reply.send(askPage(name, subscription.channel))
  },
})
