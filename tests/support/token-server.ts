import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { programOf } from './bundled-programs.ts'
import { freePort } from './free-port.ts'

/** An API server in a separate process, on a database that other processes use too. */
export interface TokenServer {
  readonly url: string
  /** As a power cut would: nothing is finished, nothing is said. */
  kill(): Promise<void>
  /** The same server again, at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const PRODUCT = programOf('product')

export async function startTokenServer(databaseUrl: string): Promise<TokenServer> {
  const port = await freePort()
  const start = () => launch({ DATABASE_URL: databaseUrl, PORT: String(port) })
  let child = await start()
  return {
    url: `http://127.0.0.1:${port}`,
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
    async restart() {
      child = await start()
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.stdin?.end()
      await exited
    },
  }
}

async function launch(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PRODUCT, 'api'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      MILLRACE_SECRET: 'a secret for tests only, and long enough',
      MILLRACE_TRUSTED_PROXIES: '127.0.0.1',
      MILLRACE_LOG: '/dev/null',
      MILLRACE_LOG_LEVEL: 'silent',
      MILLRACE_DEMO: 'false',
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/millrace'),
      ...env,
    },
  })
  let complaint = ''
  child.stderr.on('data', chunk => {
    complaint += chunk
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', () => reject(new Error(`a server did not start: ${complaint.trim()}`)))
  })
  return child
}
