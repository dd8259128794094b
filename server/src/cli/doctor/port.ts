import { connect, createServer } from 'node:net'
import type { Config } from '#config/config.ts'
import { listeningAddress } from '../server/addresses.ts'
import type { RunningServer } from '../server/find-server.ts'
import { failed, ok, type Verdict } from './verdict.ts'

/** A program on this machine that is silent for so long does not answer at all. */
const PATIENCE = 2_000

/** Free, or used by the server of this data folder. */
export async function checkPort(
  { host, port }: Pick<Config, 'host' | 'port'>,
  server: RunningServer | undefined,
): Promise<Verdict> {
  const address = listeningAddress({ host, port })
  if (server !== undefined && (server.record?.listening ?? address) === address) {
    return ok(`${host}:${port}, used by Millrace`)
  }
  const code = await tryToListen(host, port)
  if (code === undefined) return ok(`${host}:${port} is free`)
  if (code === 'EADDRINUSE') return (await isSilent(address)) ? heldOrHanging(host, port) : taken(host, port)
  return failed(
    `Nothing can listen on ${host}:${port} (${code})`,
    'Set HOST to an address of this machine, such as 127.0.0.1, and PORT to a number above 1023.',
  )
}

const taken = (host: string, port: number) =>
  failed(
    `${host}:${port} is used by another program`,
    `Stop it, or set PORT to a free one, such as PORT=${port + 1}.`,
  )

/** A service manager that holds the socket of a stopped process takes connections for it, and leaves them waiting. */
const heldOrHanging = (host: string, port: number) =>
  failed(
    `${host}:${port} accepts connections, but nothing answers`,
    `Where systemd holds the socket (systemctl status millrace@${port}.socket), its process does not run: start it\n` +
      `with systemctl start millrace@${port}; journalctl -u millrace@${port} -n 50 says why it ended.\n` +
      `Elsewhere a program hangs there: stop it, or set PORT to a free one, such as PORT=${port + 1}.`,
  )

/** Takes a connection, and neither says anything to a request nor closes it. */
function isSilent(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address)
  return new Promise(resolve => {
    const socket = connect(Number(port) || 80, hostname.replace(/^\[|\]$/g, ''))
    const end = (silent: boolean) => {
      socket.destroy()
      resolve(silent)
    }
    socket.on('connect', () =>
      socket.write(`GET /livez HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`),
    )
    socket
      .on('data', () => end(false))
      .on('error', () => end(false))
      .on('close', () => end(false))
    socket.setTimeout(PATIENCE, () => end(true))
  })
}

function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
