import { TokenRequest, TokenResponse, tokenLifetimeSeconds } from '@millrace/contract/token'
import type { FastifyRequest } from 'fastify'
import { limiterAddress } from '#access/address.ts'
import { STRICT_LIMIT } from '#access/strict-log.ts'
import { limitHeaders } from '../edge/limit-headers.ts'
import type { HttpParts } from '../parts.ts'
import { oauthProblems } from '../problems.ts'
import { route } from '../route.ts'
import { namedClient, type PresentedClient, presentedClient, textField } from './client-credentials.ts'
import { answerOAuthError, invalidClient, noStore, OAuthRefusal, tooManyRequests } from './oauth-refusal.ts'
import { bodyFields, type Fields } from './read-body.ts'

export default route({
  method: 'POST',
  url: '/oauth/token',
  access: 'public',
  bodyLimit: 16 * 1024,
  schema: {
    operationId: 'issueToken',
    tags: ['Authentication'],
    summary: 'Generate a Bearer token',
    description:
      'OAuth 2.0 client credentials. Strictly 20 requests a minute: keep the token and reuse it until it is about ' +
      'to expire. The credentials may also be sent by HTTP Basic, and the body as a form.',
    body: TokenRequest,
    consumes: ['application/json', 'application/x-www-form-urlencoded'],
    response: { 200: TokenResponse, ...oauthProblems(400, 401, 413, 429) },
  },
  // RFC 6749 has its own errors: the checks below give them, in order, instead of the schema's validator.
  options: { errorHandler: answerOAuthError, validatorCompiler: () => () => true },
  handler: parts => async (request, reply) => {
    const fields = bodyFields(request)
    const client = await wellFormedOrCounted(parts, request, fields)
    const answer = await parts.clientDesk({
      wants: 'token',
      credentials: client.credentials,
      address: limiterAddress(request.ip),
    })
    parts.metrics.tokens.inc({ result: answer.kind })
    if (answer.kind === 'limited') throw tooManyRequests(answer.retryAfterSeconds)
    if (answer.kind !== 'issued') throw invalidClient(client.basic)
    const { token, remaining } = answer
    reply.headers(noStore)
    reply.headers(
      limitHeaders('token', { admitted: true, limit: STRICT_LIMIT, remaining, retryAfterSeconds: 0 }),
    )
    return { access_token: token, expires_in: tokenLifetimeSeconds, token_type: 'Bearer', scope: 'ALL:ALL' }
  },
})

/** A request with faults counts too, if it says for which client. */
async function wellFormedOrCounted(
  parts: HttpParts,
  request: FastifyRequest,
  fields: Fields,
): Promise<PresentedClient> {
  try {
    const client = presentedClient(request, fields)
    checkGrant(fields)
    return client
  } catch (fault) {
    const clientId = namedClient(request, fields)
    if (clientId !== undefined) {
      const answer = await parts.clientDesk({
        wants: 'nothing',
        clientId,
        address: limiterAddress(request.ip),
      })
      if (answer.kind === 'limited') throw tooManyRequests(answer.retryAfterSeconds)
    }
    throw fault
  }
}

function checkGrant(fields: Fields): void {
  if (textField(fields, 'grant_type') !== 'client_credentials') {
    throw new OAuthRefusal(400, 'unsupported_grant_type', 'The only grant_type is client_credentials.')
  }
  // RFC 6749 section 3.2: a parameter without a value counts as left out.
  if (!fields.has('scope') || fields.get('scope') === '') return
  if (textField(fields, 'scope') !== 'ALL:ALL') {
    throw new OAuthRefusal(400, 'invalid_scope', 'The only scope is ALL:ALL.')
  }
}
