import type { FastifyReply } from 'fastify'
import { inTransaction } from '#db/database.ts'
import { factorsOf, hasFactor } from '#members/second-factor/factors.ts'
import { siteOf } from '#members/second-factor/passkeys.ts'
import { openQuestion, type Question } from '#members/second-factor/question.ts'
import { hashSecret } from '#members/secret.ts'
import { endSession, findSession } from '#members/session.ts'
import type { HttpParts } from '../../parts.ts'
import { answerSession } from './answer-session.ts'

type Parts = Pick<HttpParts, 'config' | 'database' | 'secrets'>

/** The password is right, and not enough. */
export function answerQuestion(reply: FastifyReply, { ticket, methods, options }: Question) {
  reply.code(202)
  const message = 'The password is right. Now give your second factor.'
  return { message, ticket, methods: [...methods], options: options as Record<string, unknown> | null }
}

/**
 * Hands out the session of someone who came by a link and a password. If their account has a second factor, the session
 * ends unseen, and they are asked for it first: a link is no way around it.
 */
export async function answerSessionOrAsk(
  parts: Parts,
  reply: FastifyReply,
  given: { readonly token: string; readonly message: string },
) {
  const question = await inTransaction(parts.database.engine, async tx => {
    const session = await findSession(tx, given.token)
    if (session === undefined) return undefined
    const factors = await factorsOf(tx, session.member.id)
    if (!hasFactor(factors)) return undefined
    await endSession(tx, hashSecret(given.token))
    return openQuestion(tx, siteOf(parts.config.baseUrl), session.member.id, factors)
  })
  return question === undefined ? answerSession(parts, reply, given) : answerQuestion(reply, question)
}
