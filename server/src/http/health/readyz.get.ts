import { health } from '@millrace/contract/operations/health'
import { bind } from '../bind.ts'
import type { HealthParts } from '../parts.ts'

export default bind(health.isReady, ({ database, acceptEvent }: HealthParts) => async (_request, reply) => {
  try {
    await database.engine.query('SELECT 1')
  } catch {
    reply.code(503).header('retry-after', '1')
    return { status: 'not_ready', database: 'unreachable' } as const
  }
  if (!acceptEvent.isRefusing()) return { status: 'ready', database: 'reachable' } as const
  reply.code(503).header('retry-after', '1')
  return { status: 'not_ready', database: 'reachable' } as const
})
