import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '../../server/src/main.ts'
import { programOf } from './bundled-programs.ts'
import { freePort } from './free-port.ts'

/** How a process ended, and when by performance.now(). */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly at: number
  /** What it said on stderr. */
  readonly complaint: string
}

/** The product, or a control, in a separate process that a test may end in any way. */
export interface Process {
  readonly pid: number
  readonly url: string
  /** Rejects when the process ended before it was ready. */
  readonly ready: Promise<void>
  readonly ended: Promise<Ended>
  hasEnded(): boolean
  signal(signal: NodeJS.Signals): void
  /** As a power cut would. */
  kill(): Promise<Ended>
  /** In order, as an operator would. */
  stop(): Promise<Ended>
}

export interface ProcessOptions {
  readonly databaseUrl: string
  readonly roles?: readonly Role[]
  readonly faultPoint?: string
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  /** The program and its arguments, if it is not the product with its roles. */
  readonly program?: readonly string[]
  readonly nodeArguments?: readonly string[]
}

/** For tests that wait for what a dead worker left. On a busy machine the living need longer ones. */
export const LEASE_MS = 2_000
export const shortLease = { MILLRACE_LEASE_SECONDS: String(LEASE_MS / 1_000) }

/** The master key of each process. */
export const testSecret = 'a secret for tests only, and long enough'

const PRODUCT = programOf('product')
const living = new Set<ChildProcess>()

/** Returns when the process exists; await `ready` for one that is to work. */
export async function launchProcess(options: ProcessOptions): Promise<Process> {
  const { databaseUrl, roles = ['api', 'worker'], faultPoint, program = [PRODUCT, roles.join(',')] } = options
  const port = options.port ?? (await freePort())
  const child = spawn(process.execPath, [...(options.nodeArguments ?? []), ...program], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      MILLRACE_SECRET: testSecret,
      MILLRACE_TRUSTED_PROXIES: '127.0.0.1',
      MILLRACE_LOG: '/dev/null',
      MILLRACE_LOG_LEVEL: 'silent',
      MILLRACE_DEMO: 'false',
      // Dozens of processes are started; with it each takes half of the time.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/millrace'),
      ...(faultPoint === undefined ? {} : { MILLRACE_FAULT_POINT: faultPoint }),
      ...options.env,
    },
  })
  living.add(child)
  // A child that is killed takes its end of the pipe with it.
  child.stdin.on('error', () => {})
  let complaint = ''
  child.stderr.on('data', chunk => {
    complaint += chunk
  })
  const ended = new Promise<Ended>(resolve => {
    child.once('exit', (code, signal) => {
      living.delete(child)
      resolve({ code, signal, at: performance.now(), complaint })
    })
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    void ended.then(({ code, signal }) =>
      reject(new Error(`a process ended before it was ready (${code ?? signal}): ${complaint.trim()}`)),
    )
  })
  // Who launches it to see it die does not wait for it to be ready.
  ready.catch(() => {})
  const send = (signal: NodeJS.Signals) => {
    child.kill(signal)
  }
  return {
    pid: child.pid as number,
    url: `http://127.0.0.1:${port}`,
    ready,
    ended,
    hasEnded: () => !living.has(child),
    signal: send,
    kill() {
      send('SIGKILL')
      return ended
    },
    stop() {
      send('SIGTERM')
      return ended
    },
  }
}

/** Launches a process and waits until it works. */
export async function startProcess(options: ProcessOptions): Promise<Process> {
  const launched = await launchProcess(options)
  await launched.ready
  return launched
}

/** Waits until the process has been stopped by SIGSTOP. */
export async function untilFrozen({ pid }: Process): Promise<void> {
  const state = () => execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' })
  while (!state().startsWith('T')) await sleep(100)
}

/** For afterAll: no test leaves a process behind, whatever went wrong in it. */
export function killProcesses(): void {
  for (const child of living) child.kill('SIGKILL')
}
process.once('exit', killProcesses)
