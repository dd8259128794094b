import { createServer } from 'node:net'
import type { Config } from '#config/config.ts'
import { listeningAddress } from '../addresses.ts'
import type { RunningServer } from '../find-server.ts'
import { failed, ok, type Verdict } from './verdict.ts'

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
  if (code === 'EADDRINUSE') {
    return failed(
      `${host}:${port} is used by another program`,
      `Stop it, or set PORT to a free one, as PORT=${port + 1}.`,
    )
  }
  return failed(
    `Nothing can listen on ${host}:${port} (${code})`,
    'Set HOST to an address of this machine, as 127.0.0.1, and PORT to a number above 1023.',
  )
}

function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
