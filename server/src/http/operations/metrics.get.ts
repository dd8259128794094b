import { type TSchema, Type } from 'typebox'
import type { OperationsParts } from '../parts.ts'
import { problems } from '../problems.ts'
import { Refusal } from '../refusal.ts'
import { route } from '../route.ts'

export default route({
  method: 'GET',
  url: '/metrics',
  access: 'public',
  schema: {
    operationId: 'readMetrics',
    tags: ['Operations'],
    summary: 'Metrics for Prometheus',
    description: 'Answered on this machine only: to a caller on loopback that was not forwarded by a proxy.',
    response: {
      200: {
        description: 'The text format of Prometheus.',
        content: { 'text/plain': { schema: Type.String() } },
      },
      404: problems(404)[404] as TSchema,
    },
  },
  handler:
    ({ metrics }: OperationsParts) =>
    async (request, reply) => {
      const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded
      if (forwarded !== undefined || !isLoopback(request.socket.remoteAddress ?? ''))
        throw new Refusal('not_found')
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
    },
})

const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address)
