import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { StartupError } from '#base/startup-error.ts'
import type { Config } from '#config/config.ts'

type Place = Pick<Config, 'host' | 'port' | 'socket'>

/**
 * Listens at the address that was set, or on the socket that was handed over. What waits in the queue of the latter
 * outlives the process: a connection made while it restarts is served by the next one.
 */
export async function listen(app: FastifyInstance, place: Place): Promise<void> {
  const { host, port, socket } = place
  try {
    await app.listen({ host, port, ...(socket === undefined ? {} : { fd: socket }) })
  } catch (error) {
    throw explained(error as NodeJS.ErrnoException, place)
  }
  if (socket !== undefined) requirePort(app.server.address(), port)
}

function explained(error: NodeJS.ErrnoException, { host, port, socket }: Place): Error {
  const { code } = error
  if (socket !== undefined) {
    return new StartupError(
      `LISTEN_FDS says that descriptor ${socket} is a listening socket, and it is none (${code}).`,
    )
  }
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start. ` +
        'Every process needs a separate port, those with --roles worker as well.',
    )
  }
  if (code === 'EACCES') {
    return new StartupError(`Port ${port} needs root. Choose one above 1023, as PORT=8080.`)
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartupError(
      `HOST is ${host}, which is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.`,
    )
  }
  return error
}

/** Other commands, and the addresses that are published where none were set, go by PORT. */
function requirePort(listening: AddressInfo | string | null, port: number): void {
  if (listening === null || typeof listening === 'string') {
    throw new StartupError(
      'The socket that was handed over is not one of TCP. Give its unit ListenStream=127.0.0.1:8080.',
    )
  }
  if (listening.port === port) return
  throw new StartupError(
    `The socket that was handed over listens on port ${listening.port}, and PORT is ${port}. Set both to the same.`,
  )
}
