import type { FastifyReply } from 'fastify'
import { type Database, inTenant, type Transaction } from '#db/database.ts'
import { once } from '#idempotency/claim.ts'
import type { IdempotentRequest } from '#idempotency/idempotency.ts'
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

/** The work and its answer under the Idempotency-Key are one commit. A repeat of the key gets the same bytes. */
export async function writeOnce(
  { database }: { readonly database: Pick<Database, 'tenant'> },
  reply: FastifyReply,
  { organisationId, idempotency, work }: Write,
): Promise<FastifyReply> {
  const result = await inTenant(database, organisationId, tx =>
    once(tx, organisationId, idempotency, async () => {
      const { status, location, answer } = await work(tx)
      const written = { status, location, body: reply.code(status).serialize(answer) as string }
      return { done: written, answer: written }
    }),
  )
  switch (result.kind) {
    case 'replay':
      return replayed(reply, result.answer)
    case 'mismatch':
      throw new Refusal('idempotency_mismatch')
    case 'in_flight':
      throw new Refusal('idempotency_in_flight', { headers: { 'retry-after': '1' } })
    case 'done': {
      const { status, location, body } = result.done
      if (location !== null) reply.header('location', location)
      return reply.code(status).type('application/json; charset=utf-8').send(body)
    }
  }
}
