import type { Operation } from '@millrace/contract/operations/operation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLists, listsOn, positionOf } from '#db/replica/lists.ts'
import { isPosition, NEVER_REACHED } from '#db/replica/position.ts'
import type { HttpParts } from '../../parts.ts'
import { writtenCookie } from './session-cookie.ts'

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown

/** Gives a request the place where its lists are read, and says how old they are. */
export function withLists({ config, database, replica }: HttpParts, kind: string, answer: Answer): Answer {
  const primary = listsOn(database)
  if (replica === undefined) {
    return (request, reply) => {
      request.lists = primary
      return answer(request, reply)
    }
  }
  const servers = { primary: database, replica: replica.of(kind), watch: replica.watch }
  const cookie = writtenCookie(config)
  return async (request, reply) => {
    const written = cookie.read(request)
    const own = written !== undefined && isPosition(written) ? written : undefined
    request.lists = await chooseLists(servers, own)
    const answered = await answer(request, reply)
    const stale = request.lists.stale()
    // A file is on its way by now; the list that it was asked from says it.
    if (stale !== undefined && !reply.sent) {
      reply.header('millrace-as-of', stale.asOf.toISOString())
      reply.header('millrace-behind', String(stale.seconds))
    }
    return answered
  }
}

/** Whether it may have written: a file leaves an entry in the audit log. */
const writes = (operation: Operation) =>
  operation.method === 'GET' ? 'confirmed' in operation : operation.storesNothing !== true

/**
 * After a write, the browser is given the position of the primary in its log. It sends it with what it asks next, to whichever process,
 * and a replica that has not come so far does not answer it. Undefined where nothing has to be remembered.
 */
export function rememberWrite({ config, database, replica }: HttpParts, operation: Operation) {
  if (replica === undefined || !writes(operation)) return undefined
  const cookie = writtenCookie(config)
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // What was refused has changed no list.
    if (reply.statusCode >= 400 && reply.statusCode < 500) return
    const position = await positionOf(database.engine, 'pg_current_wal_insert_lsn()').catch(
      () => NEVER_REACHED,
    )
    cookie.issue(reply, position)
  }
}
