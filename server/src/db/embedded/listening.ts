import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Listening } from './settings.ts'

/** The capacity of the kernel's address structure, without the closing zero. */
const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103
/** Only part of the socket's name: nothing listens on this port. */
const SOCKET_PORT = 5432

export async function decideListening(runFolder: string): Promise<Listening> {
  const socket = join(runFolder, `.s.PGSQL.${SOCKET_PORT}`)
  if (Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH) {
    return { kind: 'socket', folder: runFolder, port: SOCKET_PORT }
  }
  return { kind: 'loopback', port: await freePort() }
}

export function addressOf(listening: Listening): { host: string; port: number } {
  return { host: listening.kind === 'socket' ? listening.folder : '127.0.0.1', port: listening.port }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
