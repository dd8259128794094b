import type { FastifyRequest } from 'fastify'
import { fingerprint, type IdempotentRequest } from '#idempotency/idempotency.ts'
import type { Faults } from '../refusal.ts'
import { addFault } from './faults.ts'

/** The header as a request to be claimed; undefined without one. A malformed one is a fault of the request. */
export function idempotentRequest(
  request: FastifyRequest,
  route: string,
  body: unknown,
  faults: Faults,
): IdempotentRequest | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header)) {
    addFault(faults, 'Idempotency-Key', 'must have 1 to 255 printable ASCII characters')
    return undefined
  }
  return {
    keyId: request.identity.keyId,
    route,
    key: header,
    fingerprint: fingerprint(request.url.split('?', 1)[0] as string, body),
  }
}
