import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { AddressGuard } from '../guard/guard.ts'
import { createBulkhead } from './bulkhead.ts'
import { createCircuit } from './circuit.ts'
import { exchange, HTTP_LIMITS, type HttpAnswer, type HttpLimits, type HttpRequest } from './exchange.ts'
import type { HttpFailure } from './failure.ts'

export interface HttpClient {
  readonly guard: AddressGuard
  /** The owner is the organisation that calls: its hanging receivers never delay another organisation's calls. */
  exchange(owner: string, request: HttpRequest): Promise<HttpAnswer | HttpFailure>
}

export interface HttpClientOptions {
  readonly guard: AddressGuard
  readonly limits?: HttpLimits
  readonly tls?: SecureContextOptions
  readonly most?: { readonly perHost: number; readonly perOwner: number; readonly overall: number }
  readonly now?: () => number
}

const MOST = { perHost: 8, perOwner: 24, overall: 64 }
const REST = { timeouts: 3, restMs: 30_000 }
const BUSY_MS = 1_000

export function createHttpClient({
  guard,
  limits = HTTP_LIMITS,
  tls = {},
  most = MOST,
  now = () => performance.now(),
}: HttpClientOptions): HttpClient {
  const secureContext = createSecureContext({ minVersion: 'TLSv1.2', ...tls })
  const bulkhead = createBulkhead()
  const circuit = createCircuit({ ...REST, now })
  return {
    guard,
    async exchange(owner, request) {
      // Hosts are counted per owner: many organisations share the large ones, and each can have different problems
      // there.
      const host = `${owner} ${request.url.host}`
      const leave = bulkhead.enter([
        [host, most.perHost],
        [owner, most.perOwner],
        ['', most.overall],
      ])
      if (leave === undefined) {
        return heldBack('host_busy', 'Too many calls are under way to this receiver already.', BUSY_MS)
      }
      try {
        const rest = circuit.restOf(host)
        if (rest !== undefined) {
          return heldBack('host_resting', 'The receiver has hung several times in a row and rests.', rest)
        }
        const result = await exchange(request, { guard, limits, secureContext })
        circuit.record(host, result.kind === 'failure' && result.code === 'timeout')
        return result
      } finally {
        leave()
      }
    },
  }
}

function heldBack(code: 'host_busy' | 'host_resting', message: string, afterMs: number): HttpFailure {
  return { kind: 'failure', code, message, contacted: false, afterMs, durationMs: 0 }
}
