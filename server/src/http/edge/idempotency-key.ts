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
    fingerprint: fingerprint((request.url.split('?', 1)[0] as string).toLowerCase(), withPlainIds(body)),
  }
}

const idFields = ['organisation_registration_id', 'org_reg_id']

/** An id means the same in any case, so a request that was repeated with another case is the same request. */
function withPlainIds(body: unknown): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  const plain: Record<string, unknown> = { ...body }
  for (const field of idFields) {
    const id = plain[field]
    if (typeof id === 'string') plain[field] = id.toLowerCase()
  }
  return plain
}
