import type { FastifyReply, FastifyRequest } from 'fastify'
import { limiterAddress } from '#access/address.ts'
import type { Answered } from '#members/second-factor/answer-question.ts'
import { type Site, siteOf } from '#members/second-factor/passkeys.ts'
import { hashSecret } from '#members/secret.ts'
import type { HttpParts } from '../../parts.ts'
import { Refusal } from '../../refusal.ts'
import { answerSession } from './answer-session.ts'
import { tooManyAttempts } from './refusals.ts'
import { sessionCookie } from './session-cookie.ts'

type Parts = Pick<HttpParts, 'config' | 'database' | 'secrets'>

export function requireSite({ config }: Pick<Parts, 'config'>): Site {
  const site = siteOf(config.baseUrl)
  if (site === undefined) throw new Refusal('passkeys_not_possible')
  return site
}

/** Where someone signs in from, and the session that the browser had before. */
export function whereFrom({ config }: Pick<Parts, 'config'>, request: FastifyRequest) {
  const former = sessionCookie(config).read(request)
  return {
    address: limiterAddress(request.ip),
    replaces: former === undefined ? undefined : hashSecret(former),
  }
}

export async function answerSignIn(parts: Parts, reply: FastifyReply, answered: Answered) {
  switch (answered.kind) {
    case 'signed_in':
      return answerSession(parts, reply, { token: answered.token, message: 'You are signed in.' })
    case 'limited':
      throw tooManyAttempts(answered.retryAfterSeconds)
    case 'too_late':
      throw new Refusal('sign_in_needed', {
        message: 'It took longer than five minutes, or was answered already. Start again.',
      })
    default:
      throw new Refusal(answered.kind)
  }
}
