import { words } from '@millrace/contract/common'
import { Type } from 'typebox'
import type { OperationsParts } from '../parts.ts'
import { route } from '../route.ts'

const Readiness = Type.Object({
  status: words(['ready', 'not_ready']),
  database: words(['reachable', 'unreachable']),
})

export default route({
  method: 'GET',
  url: '/readyz',
  access: 'public',
  schema: {
    operationId: 'isReady',
    tags: ['Operations'],
    summary: 'Can it take requests?',
    description: 'For load balancers: 503 while the database cannot be reached.',
    response: { 200: Readiness, 503: Readiness },
  },
  handler:
    ({ database }: OperationsParts) =>
    async (_request, reply) => {
      try {
        await database.engine.query('SELECT 1')
        return { status: 'ready', database: 'reachable' }
      } catch {
        reply.code(503).header('retry-after', '1')
        return { status: 'not_ready', database: 'unreachable' }
      }
    },
})
