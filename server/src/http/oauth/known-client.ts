import type { FastifyRequest } from 'fastify'
import { limiterAddress } from '#access/address.ts'
import type { KnownClient } from '#access/client-answer.ts'
import type { HttpParts } from '../parts.ts'
import { presentedClient } from './client-credentials.ts'
import { invalidClient, tooManyRequests } from './oauth-refusal.ts'
import type { Fields } from './read-body.ts'

/** The client that asks about a token, authenticated as for getting one. */
export async function knownClient(
  { authenticateClient }: HttpParts,
  request: FastifyRequest,
  fields: Fields,
): Promise<KnownClient> {
  const { basic, credentials } = presentedClient(request, fields)
  const answer = await authenticateClient({
    wants: 'to_be_known',
    credentials,
    address: limiterAddress(request.ip),
    ip: request.ip,
  })
  if (answer.kind === 'limited') throw tooManyRequests(answer.retryAfterSeconds)
  if (answer.kind !== 'known') throw invalidClient(basic)
  return answer.client
}
