import type { FastifyReply } from 'fastify'
import { type Database, inTenant, type Transaction } from '#db/database.ts'
import {
  claimKeys,
  type IdempotentRequest,
  keepAnswers,
  type StoredAnswer,
} from '#idempotency/idempotency.ts'
import { Refusal } from '../refusal.ts'
import { replayed } from './replayed.ts'

/** What a POST answers once its work is done. */
export interface Written {
  readonly status: number
  readonly location: string | null
  readonly answer: unknown
}

interface Write {
  readonly organisationId: string
  readonly idempotency: IdempotentRequest | undefined
  /** Throws a Refusal where it cannot be done; nothing is stored then, and nothing is kept under the key. */
  work(tx: Transaction): Promise<Written>
}

/** The work and its answer under the Idempotency-Key are one commit. Whoever repeats the key gets the same bytes. */
export async function writeOnce(
  { database }: { readonly database: Pick<Database, 'tenant'> },
  reply: FastifyReply,
  { organisationId, idempotency, work }: Write,
): Promise<FastifyReply> {
  const done = await inTenant(database, organisationId, async tx => {
    const before = idempotency && (await claim(tx, organisationId, idempotency))
    if (before !== undefined) return { kind: 'replay', answer: before } as const
    const { status, location, answer } = await work(tx)
    const written = { status, location, body: reply.code(status).serialize(answer) as string }
    if (idempotency) tx.later(keepAnswers(tx, organisationId, [{ request: idempotency, answer: written }]))
    return { kind: 'written', answer: written } as const
  })
  if (done.kind === 'replay') return replayed(reply, done.answer)
  const { status, location, body } = done.answer
  if (location !== null) reply.header('location', location)
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

/** The answer that is kept under the key; undefined for whoever comes first. */
async function claim(
  tx: Transaction,
  organisationId: string,
  request: IdempotentRequest,
): Promise<StoredAnswer | undefined> {
  const [claimed] = await claimKeys(tx, organisationId, [request])
  switch (claimed?.kind) {
    case 'replay':
      return claimed.answer
    case 'mismatch':
      throw new Refusal('idempotency_mismatch')
    case 'in_flight':
      throw new Refusal('idempotency_in_flight', { headers: { 'retry-after': '1' } })
    default:
      return undefined
  }
}
