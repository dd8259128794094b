import type { Operation } from '@millrace/contract/operations/operation'
import type { FastifyRequest } from 'fastify'
import type { MemberLimiter } from '#access/member-limiter.ts'
import { tooManyAttempts } from './refusals.ts'

type Done = (error?: Error) => void

/** Asked when it is known who asks, and before the body is read. Undefined for what is not asked by a member. */
export function limitMember(limiter: MemberLimiter, { access, heavy: isHeavy }: Operation) {
  const heavy = isHeavy === true
  if (access !== 'member') return undefined
  const entered = new WeakSet<FastifyRequest>()
  return {
    enter(request: FastifyRequest, _reply: unknown, done: Done): void {
      const seconds = limiter.enter(request.member.id, heavy)
      if (seconds === undefined) entered.add(request)
      done(seconds === undefined ? undefined : tooManyAttempts(seconds))
    },
    leave(request: FastifyRequest, _reply: unknown, done: Done): void {
      if (entered.has(request)) limiter.leave(request.member.id, heavy)
      done()
    },
  }
}
