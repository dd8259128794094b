import type { FastifyRequest } from 'fastify'
import { limiterAddress } from '#access/address.ts'
import { authenticateClient } from '#access/issue-token.ts'
import type { HttpParts } from '../parts.ts'
import { presentedClient } from './client-credentials.ts'
import { invalidClient, tooManyRequests } from './oauth-refusal.ts'
import type { Fields } from './read-body.ts'

/** The client that asks about a token, authenticated as for getting one. */
export async function knownClient({ database }: HttpParts, request: FastifyRequest, fields: Fields) {
  const { basic, credentials } = presentedClient(request, fields)
  const decision = await authenticateClient(database.engineSql, credentials, limiterAddress(request.ip))
  if (decision.kind === 'limited') throw tooManyRequests(decision.retryAfterSeconds)
  if (decision.kind === 'unknown_client') throw invalidClient(basic)
  return decision
}
