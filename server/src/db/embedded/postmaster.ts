import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#base/startup-error.ts'
import type { Binaries } from './binaries.ts'
import { cleanEnvironment } from './cluster.ts'
import type { Home } from './home.ts'
import { readLockFile } from './lock-file.ts'
import type { ServerLog } from './server-log.ts'
import { type Listening, settings } from './settings.ts'
import type { SystemUser } from './system-user.ts'
import { watchOver } from './watcher.ts'

/** The running server. */
export interface Postmaster {
  /** Resolves when the server has ended, for any reason. */
  exited: Promise<void>
  stop(): Promise<void>
}

export interface LaunchOptions {
  home: Home
  binaries: Binaries
  user: SystemUser
  listening: Listening
  log: ServerLog
  progress(sentence: string): void
}

const POLL = 20
const LONG = 3_000
const PATIENCE = 20_000

/** Starts the server and waits until it accepts connections; undefined when it ended before that. */
export async function launch(options: LaunchOptions): Promise<Postmaster | undefined> {
  const { home, binaries, user, listening, log } = options
  const child = spawn(join(binaries.home, 'bin', 'postgres'), ['-D', home.data, ...settings(listening)], {
    ...user.ids,
    // A separate session: a Ctrl-C in the terminal goes to this process, which then stops the server.
    detached: true,
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['ignore', log.descriptor, log.descriptor],
  })
  await spawned(child, binaries)
  const watcher = watchOver(child.pid as number, user)
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  void exited.then(() => watcher.dismiss())
  // Neither keeps this process from ending; when it ends, the watcher stops the server.
  child.unref()
  if (!(await becomesReady(child, options))) return undefined
  let stopping: Promise<void> | undefined
  return {
    exited,
    stop() {
      stopping ??= stop(child, exited)
      return stopping
    },
  }
}

/** The file exists, so "no such file" refers to the loader that it names: another C library. */
async function spawned(child: ChildProcess, binaries: Binaries): Promise<void> {
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw new StartupError(
      `PostgreSQL in ${binaries.home} cannot run on this system (${(error as Error).message}): it needs Linux with ` +
        'glibc, or macOS; elsewhere set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
}

async function becomesReady(child: ChildProcess, { home, progress }: LaunchOptions): Promise<boolean> {
  const began = Date.now()
  let reported = false
  while (child.exitCode === null && child.signalCode === null) {
    const lock = readLockFile(home.data)
    if (lock?.ready && lock.pid === child.pid) return true
    if (!reported && Date.now() - began > LONG) {
      reported = true
      progress('PostgreSQL is recovering the database after it was not stopped in order')
    }
    await sleep(POLL)
  }
  return false
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGINT')
  if (await within(PATIENCE, exited)) return
  child.kill('SIGQUIT')
  if (await within(PATIENCE, exited)) return
  child.kill('SIGKILL')
  await exited
}

async function within(milliseconds: number, event: Promise<void>): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false)
  const happened = await Promise.race([event.then(() => true), late])
  timer.abort()
  return happened
}
