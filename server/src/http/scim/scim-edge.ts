import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limiterAddress } from '#access/address.ts'
import { createMemberLimiter } from '#access/member-limiter.ts'
import { createMinuteLimit } from '#access/minute-limit.ts'
import { ScimRefusal } from '#members/scim/scim-refusal.ts'
import { findByScimToken } from '#members/scim/tokens.ts'
import { toRefusal } from '../edge/answer-error.ts'
import { readJsonBody } from '../edge/json-body.ts'
import { logFailure } from '../edge/refused-for-now.ts'
import type { HttpParts } from '../parts.ts'
import { Refusal } from '../refusal.ts'
import { sendScimRefusal } from './send-scim-refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** On operations of SCIM: whose token it is. */
    scimOrganisation: string
  }
}

/** As much as Microsoft Entra ID asks of a provider: 25 requests a second. */
const REQUESTS_A_MINUTE = 1_500

/** Who asks, and again so soon? Then the body, and every error in the shape of SCIM. */
export function acceptScim(app: FastifyInstance, { database }: Pick<HttpParts, 'database'>): void {
  const limiter = createMemberLimiter({ aMinute: REQUESTS_A_MINUTE, heavyAMinute: 0, heavyAtOnce: 0 })
  const refusedTooOften = createMinuteLimit()
  app.decorateRequest('scimOrganisation', '')
  app.addHook('onRequest', async request => {
    const token = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const organisationId = token && (await findByScimToken(database.engineSql, token))
    if (!organisationId) {
      if (refusedTooOften(limiterAddress(request.ip))) throw tooMany(60)
      throw new Refusal('unauthenticated', {
        message: 'The token is missing, wrong or revoked. An owner creates one under Single sign-on.',
        headers: { 'www-authenticate': 'Bearer realm="millrace"' },
      })
    }
    const wait = limiter.enter(organisationId, false)
    if (wait !== undefined) throw tooMany(wait)
    request.scimOrganisation = organisationId
  })
  app.addContentTypeParser('application/scim+json', { parseAs: 'buffer' }, readJsonBody)
  app.setErrorHandler(answerScimError)
}

const tooMany = (seconds: number) =>
  new Refusal('too_many_requests', { headers: { 'retry-after': String(seconds) } })

function answerScimError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ScimRefusal) return sendScimRefusal(reply, error)
  const { status, code, message, details } = toRefusal(error, request.routeOptions?.bodyLimit)
  if (status >= 500) logFailure(error, request)
  if (details.headers !== undefined) reply.headers(details.headers)
  const faults = Object.entries(details.errors ?? {}).map(([path, sentences]) => `${path} ${sentences[0]}`)
  const isSyntax = code === 'invalid_json' || code === 'validation_failed'
  return sendScimRefusal(reply, {
    status,
    scimType: isSyntax ? 'invalidSyntax' : undefined,
    message: [message, ...faults].join(' '),
  })
}
