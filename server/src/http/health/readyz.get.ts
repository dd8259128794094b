import { health } from '@millrace/contract/operations/health'
import type { QueryConfig } from 'pg'
import { bind } from '../bind.ts'
import type { HealthParts } from '../parts.ts'

/** A database that takes longer is not one to send requests to. */
const LONGEST_MS = 2_000

export default bind(
  health.isReady,
  ({ database, replica, acceptEvent }: HealthParts) =>
    async (_request, reply) => {
      try {
        await database.engine.query({ text: 'SELECT 1', query_timeout: LONGEST_MS } as QueryConfig)
      } catch {
        reply.code(503).header('retry-after', '1')
        return { status: 'not_ready', database: 'unreachable' } as const
      }
      const lists = replica && { replica: replica.watch.isUsed() ? ('used' as const) : ('not_used' as const) }
      if (!acceptEvent.isRefusing()) return { status: 'ready', database: 'reachable', ...lists } as const
      reply.code(503).header('retry-after', '1')
      return { status: 'not_ready', database: 'reachable', ...lists } as const
    },
)
