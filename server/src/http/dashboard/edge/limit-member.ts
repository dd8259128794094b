import type { Operation } from '@millrace/contract/operations/operation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemberLimiter } from '#access/member-limiter.ts'
import { tooManyAttempts } from './refusals.ts'

type Done = (error?: Error) => void

/** Asked when it is known who asks, and before the body is read. Undefined for what is not asked by a member. */
export function limitMember(limiter: MemberLimiter, { access, heavy: isHeavy }: Operation) {
  const heavy = isHeavy === true
  if (access !== 'member') return undefined
  const entered = new WeakSet<FastifyRequest>()
  const leave = (request: FastifyRequest): void => {
    if (entered.delete(request)) limiter.leave(request.member.id, heavy)
  }
  return {
    enter(request: FastifyRequest, _reply: unknown, done: Done): void {
      const seconds = limiter.enter(request.member.id, heavy)
      if (seconds === undefined) entered.add(request)
      done(seconds === undefined ? undefined : tooManyAttempts(seconds))
    },
    /**
     * When there is an answer, and it was sent or nobody waits for it. Fastify's onResponse is not called for who has gone, as
     * a page does with what it no longer needs; and as long as there is no answer the work for it continues.
     */
    answered(request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: Done): void {
      if (reply.raw.closed) leave(request)
      else reply.raw.once('close', () => leave(request))
      done()
    },
  }
}
