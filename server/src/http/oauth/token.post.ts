import { oauth } from '@millrace/contract/operations/oauth'
import { tokenLifetimeSeconds } from '@millrace/contract/token'
import type { FastifyRequest } from 'fastify'
import { limiterAddress } from '#access/address.ts'
import { STRICT_LIMIT } from '#access/strict-log.ts'
import { bind } from '../bind.ts'
import { limitHeaders } from '../edge/limit-headers.ts'
import type { HttpParts } from '../parts.ts'
import { namedClient, type PresentedClient, presentedClient, textField } from './client-credentials.ts'
import { answerOAuthError, invalidClient, noStore, OAuthRefusal, tooManyRequests } from './oauth-refusal.ts'
import { bodyFields, type Fields } from './read-body.ts'

export default bind(
  oauth.issueToken,
  parts => async (request, reply) => {
    const client = await wellFormedOrCounted(parts, request)
    const answer = await parts.authenticateClient({
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
    return {
      access_token: token,
      expires_in: tokenLifetimeSeconds,
      token_type: 'Bearer',
      scope: 'ALL:ALL',
    } as const
  },
  // RFC 6749 has its own errors: the checks below give them, in order, instead of the schema's validator.
  { errorHandler: answerOAuthError, validatorCompiler: () => () => true },
)

/** A request with faults counts too: against its address, and for the client that it names. */
async function wellFormedOrCounted(parts: HttpParts, request: FastifyRequest): Promise<PresentedClient> {
  try {
    const fields = bodyFields(request)
    const client = presentedClient(request, fields)
    checkGrant(fields)
    return client
  } catch (fault) {
    const answer = await parts.authenticateClient({
      wants: 'nothing',
      clientId: namedClient(request),
      address: limiterAddress(request.ip),
    })
    if (answer.kind === 'limited') throw tooManyRequests(answer.retryAfterSeconds)
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
