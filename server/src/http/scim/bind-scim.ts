import type { Operation, Params } from '@millrace/contract/operations/operation'
import type { FastifyRequest } from 'fastify'
import { storedId } from '#base/ids.ts'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { MOST_RESULTS } from '#members/scim/discovery.ts'
import type { Paging } from '#members/scim/read-page.ts'
import { invalidValue } from '#members/scim/scim-refusal.ts'
import { scimAddress } from '#members/scim/tokens.ts'
import { bind } from '../bind.ts'
import { SCIM_TYPE } from './send-scim-refusal.ts'

/** What an operation of SCIM is given: a separate transaction, and whose it is. */
export interface Asked {
  readonly tx: Sql
  readonly organisationId: string
  /** The address of SCIM. */
  readonly base: string
  /** Of the path; what cannot be an id is nobody's. */
  readonly id: string
  readonly body: unknown
  readonly query: Query
}

export interface Query {
  readonly filter: string | undefined
  readonly excludes: string
  readonly paging: Paging
}

/** Nothing to say: 204. */
type Answer = object | undefined

export const bindScim = <O extends Operation>(
  operation: O,
  carryOut: (asked: Asked) => Promise<Answer> | Answer,
  status = 200,
) =>
  bind(operation, ({ database, config }) => async (request, reply) => {
    const { id = '' } = request.params as Params<O> & { id?: string }
    const query = queryOf(request)
    const answer = await inTransaction(database.engine, async tx =>
      carryOut({
        tx,
        organisationId: request.scimOrganisation,
        base: scimAddress(config.baseUrl),
        id: storedId(id) ?? '',
        body: request.body,
        query,
      }),
    )
    if (answer === undefined) return reply.code(204).send()
    const { location } = (answer as { meta?: { location?: string } }).meta ?? {}
    if (status === 201 && location !== undefined) reply.header('location', location)
    return reply.code(status).type(SCIM_TYPE).send(JSON.stringify(answer))
  })

function queryOf(request: FastifyRequest): Query {
  const { filter, startIndex, count, excludedAttributes } = request.query as Record<string, unknown>
  return {
    filter: typeof filter === 'string' ? filter : undefined,
    excludes: typeof excludedAttributes === 'string' ? excludedAttributes : '',
    // RFC 7644, 3.4.2.4: what is below the least is the least.
    paging: {
      start: Math.max(1, numberIn('startIndex', startIndex, 1)),
      count: Math.min(MOST_RESULTS, Math.max(0, numberIn('count', count, 100))),
    },
  }
}

function numberIn(name: string, given: unknown, usual: number): number {
  if (given === undefined) return usual
  if (typeof given === 'string' && /^-?\d{1,9}$/.test(given)) return Number(given)
  throw invalidValue(`${name} must be a whole number.`)
}
