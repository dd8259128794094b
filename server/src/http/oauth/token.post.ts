import { oauth } from '@millrace/contract/operations/oauth'
import { everyScope, scopes, scopeText } from '@millrace/contract/scope'
import { tokenLifetimeSeconds } from '@millrace/contract/token'
import type { FastifyRequest } from 'fastify'
import { limiterAddress } from '#access/address.ts'
import { mayAskFor } from '#access/key-limits.ts'
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
    const { client, asked } = await wellFormedOrCounted(parts, request)
    const answer = await parts.authenticateClient({
      wants: 'token',
      credentials: client.credentials,
      address: limiterAddress(request.ip),
      ip: request.ip,
    })
    parts.metrics.tokens.inc({ result: answer.kind })
    if (answer.kind === 'limited') throw tooManyRequests(answer.retryAfterSeconds)
    if (answer.kind !== 'issued') throw invalidClient(client.basic)
    const { token, remaining } = answer
    // Only now is it known what the key has. The token is not handed out, and nobody knows it.
    const { scopes: granted } = answer.client
    if (!mayAskFor({ scopes: granted }, asked)) throw invalidScope()
    reply.headers(noStore)
    reply.headers(
      limitHeaders('token', { admitted: true, limit: STRICT_LIMIT, remaining, retryAfterSeconds: 0 }),
    )
    return {
      access_token: token,
      expires_in: tokenLifetimeSeconds,
      token_type: 'Bearer',
      scope: scopeText(granted),
    } as const
  },
  // RFC 6749 has its own errors: the checks below give them, in order, instead of the schema's validator.
  { errorHandler: answerOAuthError, validatorCompiler: () => () => true },
)

/** A request with faults counts too: against its address, and for the client that it names. */
async function wellFormedOrCounted(
  parts: HttpParts,
  request: FastifyRequest,
): Promise<{ client: PresentedClient; asked: string }> {
  try {
    const fields = bodyFields(request)
    const client = presentedClient(request, fields)
    return { client, asked: askedScope(fields) }
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

/** The scope that a well-formed request asks for. */
function askedScope(fields: Fields): string {
  if (textField(fields, 'grant_type') !== 'client_credentials') {
    throw new OAuthRefusal(400, 'unsupported_grant_type', 'The only grant_type is client_credentials.')
  }
  // RFC 6749 section 3.2: a parameter without a value counts as left out.
  if (!fields.has('scope') || fields.get('scope') === '') return everyScope
  const asked = textField(fields, 'scope')
  if (asked !== everyScope && !asked.split(' ').every(name => Object.hasOwn(scopes, name)))
    throw invalidScope()
  return asked
}

const invalidScope = () =>
  new OAuthRefusal(400, 'invalid_scope', 'Ask for ALL:ALL, or for exactly the scopes that the key has.')
