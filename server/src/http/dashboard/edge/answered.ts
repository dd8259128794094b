import type { FastifyReply, FastifyRequest } from 'fastify'
import { limiterAddress } from '#access/address.ts'
import { browserName } from '#members/browser-name.ts'
import { knownDevice } from '#members/device.ts'
import type { Answered } from '#members/second-factor/answer-question.ts'
import { type Site, siteOf } from '#members/second-factor/passkeys.ts'
import { hashSecret } from '#members/secret.ts'
import type { WhereFrom } from '#members/sign-in.ts'
import type { HttpParts } from '../../parts.ts'
import { Refusal } from '../../refusal.ts'
import { answerSession } from './answer-session.ts'
import { tooManyAttempts } from './refusals.ts'
import { deviceCookie, sessionCookie } from './session-cookie.ts'

type Parts = Pick<HttpParts, 'config' | 'database' | 'secrets'>

export function requireSite({ config }: Pick<Parts, 'config'>): Site {
  const site = siteOf(config.baseUrl)
  if (site === undefined) throw new Refusal('passkeys_not_possible')
  return site
}

/** Where someone signs in from, and the session that the browser had before. */
export function whereFrom({ config, secrets }: Parts, request: FastifyRequest): WhereFrom {
  const former = sessionCookie(config).read(request)
  const device = deviceCookie(config).read(request)
  return {
    address: limiterAddress(request.ip),
    browser: browserName(request.headers['user-agent']),
    replaces: former === undefined ? undefined : hashSecret(former),
    deviceOf: (memberId: string) => knownDevice(secrets.device, memberId, device),
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
