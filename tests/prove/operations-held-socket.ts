import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import type { Readable } from 'node:stream'
import { programOf } from '../support/bundled-programs.ts'
import { freePort } from '../support/free-port.ts'

/** A listening socket that outlives the processes that serve it, as systemd keeps one. */
export interface HeldSocket {
  readonly port: number
  readonly url: string
  /** `millrace serve`, which is handed the socket; resolves when it is ready. */
  serve(variables: Readonly<Record<string, string>>): Promise<Served>
  /** Also kills the processes that still serve it. */
  close(): void
}

export interface Served {
  /** Sends the signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; complaint: string }>
}

interface Handle {
  readonly fd: number
  close(): void
}

/** Its number is not known before there is a process, and the process is to know it from its start. */
const AS_ITSELF = 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"'

/** Bound, and never asked for connections by this process: the process that is handed it listens, and it stays so. */
const { _createServerHandle: bind } = net as unknown as {
  _createServerHandle(address: string, port: number, family: 4): Handle
}

export async function holdSocket(): Promise<HeldSocket> {
  const port = await freePort()
  const handle = bind('127.0.0.1', port, 4)
  const living = new Set<ChildProcess>()
  const killAll = () => {
    for (const child of living) child.kill('SIGKILL')
  }
  process.once('exit', killAll)
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async serve(variables) {
      const command = ['-c', AS_ITSELF, 'sh', process.execPath, programOf('command'), 'serve']
      const child = spawn('/bin/sh', command, {
        stdio: ['ignore', 'pipe', 'pipe', handle.fd],
        env: {
          PATH: process.env.PATH,
          PORT: String(port),
          MILLRACE_SECRET: 'a secret for tests only, and long enough',
          MILLRACE_TRUSTED_PROXIES: '127.0.0.1',
          MILLRACE_LOG: '/dev/null',
          MILLRACE_DEMO: 'false',
          ...variables,
        },
      }) as ChildProcessByStdio<null, Readable, Readable>
      living.add(child)
      let complaint = ''
      child.stderr.on('data', chunk => {
        complaint += chunk
      })
      const ended = once(child, 'close').finally(() => living.delete(child))
      const first = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)])
      if (first === undefined) throw new Error(`it ended before it was ready: ${complaint.trim()}`)
      child.stdout.resume()
      return {
        async end(signal) {
          child.kill(signal)
          const [code] = await ended
          return { code, complaint }
        },
      }
    },
    close() {
      killAll()
      process.off('exit', killAll)
      handle.close()
    },
  }
}
