import { health } from '@millrace/contract/operations/health'
import { bind } from '../bind.ts'
import type { HealthParts } from '../parts.ts'
import { Refusal } from '../refusal.ts'

export default bind(health.readMetrics, ({ metrics }: HealthParts) => async (request, reply) => {
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded
  if (forwarded !== undefined || !isLoopback(request.socket.remoteAddress ?? ''))
    throw new Refusal('not_found')
  return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
})

const isLoopback = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address)
