import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { type SecureContext, connect as secure, type TLSSocket } from 'node:tls'
import { canonicalAddress } from './address.ts'
import { plainHost } from './check-host.ts'
import { type AddressGuard, ForbiddenAddress, forbidden } from './guard.ts'

export class TlsFailed extends Error {
  override name = 'TlsFailed'
}

/** A connection to one of the host's checked addresses. The signal ends the attempt, not the open connection. */
export async function openConnection(
  guard: AddressGuard,
  { hostname, port }: { hostname: string; port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const host = plainHost(hostname)
  const addresses = await guard.addressesOf(host, signal)
  signal.throwIfAborted()
  const socket = connect({ host, port, lookup: knownAddresses(addresses), autoSelectFamily: true })
  socket.on('error', ignoreError)
  await opened(socket, 'connect', signal)
  const remote = canonicalAddress(socket.remoteAddress ?? '')
  if (remote === undefined || !guard.allows(remote)) {
    socket.destroy()
    throw new ForbiddenAddress(forbidden(host))
  }
  return socket
}

/** TLS over an open connection, with the host's certificate checked. */
export async function secureConnection(
  socket: Socket,
  hostname: string,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const host = plainHost(hostname)
  const name = isIP(host) === 0 ? { servername: host } : {}
  const tls = secure({ ...name, socket, host, secureContext, ALPNProtocols: ['http/1.1'] })
  tls.on('error', ignoreError)
  try {
    await opened(tls, 'secureConnect', signal)
  } catch (error) {
    signal.throwIfAborted()
    throw new TlsFailed(error instanceof Error ? error.message : String(error))
  }
  return tls
}

/** Returns the checked addresses, whatever the name servers would answer now. */
function knownAddresses(addresses: readonly string[]): LookupFunction {
  const all = addresses.map(address => ({ address, family: isIP(address) }))
  return (_name, options, done) => {
    const [first] = all
    if (options.all) done(null, all)
    else done(null, first?.address ?? '', first?.family)
  }
}

async function opened(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const abort = () => reject(signal.reason)
  const closed = () => reject(new Error('the connection was closed'))
  socket.once(event, resolve).once('error', reject).once('close', closed)
  signal.addEventListener('abort', abort, { once: true })
  try {
    await promise
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
    socket.off(event, resolve).off('error', reject).off('close', closed)
  }
}

/**
 * A connection changes owners while it is being opened, and an error event without a listener would end the process.
 */
function ignoreError(): void {}
