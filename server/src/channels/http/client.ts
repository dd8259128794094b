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
  /** The hosts to which an owner makes no calls for now: they have hung, or all of their calls are hanging. */
  closed(): ClosedReceiver[]
}

export interface ClosedReceiver {
  readonly owner: string
  readonly host: string
  readonly forMs: number
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
/** Calls that take longer than this are hanging, more likely than not. */
const HANGING_MS = 2_000
/** Until one of them has come to an end, whatever that is. */
const HANGING_PAUSE_MS = 5_000

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
  const underWay = new Map<string, Set<{ readonly since: number }>>()
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
        const result = await noting(underWay, host, now(), () =>
          exchange(request, { guard, limits, secureContext }),
        )
        circuit.record(host, result.kind === 'failure' && result.code === 'timeout')
        return result
      } finally {
        leave()
      }
    },
    closed() {
      const stuck = [...underWay]
        .filter(
          ([, calls]) => calls.size >= most.perHost && now() - [...calls].reduce(earliest).since > HANGING_MS,
        )
        .map(([key]) => ({ key, forMs: HANGING_PAUSE_MS }))
      return [...circuit.resting(), ...stuck].map(({ key, forMs }) => {
        const [owner = '', host = ''] = key.split(' ')
        return { owner, host, forMs }
      })
    },
  }
}

const earliest = <Call extends { readonly since: number }>(a: Call, b: Call) => (a.since <= b.since ? a : b)

async function noting<T>(
  underWay: Map<string, Set<{ readonly since: number }>>,
  host: string,
  since: number,
  call: () => Promise<T>,
): Promise<T> {
  const calls = underWay.get(host) ?? new Set()
  const noted = { since }
  underWay.set(host, calls.add(noted))
  try {
    return await call()
  } finally {
    calls.delete(noted)
    if (calls.size === 0) underWay.delete(host)
  }
}

function heldBack(code: 'host_busy' | 'host_resting', message: string, afterMs: number): HttpFailure {
  return { kind: 'failure', code, message, contacted: false, afterMs, durationMs: 0 }
}
