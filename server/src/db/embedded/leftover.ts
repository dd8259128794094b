import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#base/startup-error.ts'
import type { Home } from './home.ts'
import { readLockFile } from './lock-file.ts'
import { identify, isAlive, type ProcessIdentity } from './process-identity.ts'

/** How a server is stopped, in rising order of force: fast shutdown, immediate shutdown without a checkpoint, kill. */
const STOPPING: { signal: NodeJS.Signals; patience: number }[] = [
  { signal: 'SIGINT', patience: 20_000 },
  { signal: 'SIGQUIT', patience: 5_000 },
  { signal: 'SIGKILL', patience: 5_000 },
]

/**
 * Clears what a dead owner has left behind: a running server, and lock files. Call it only as the one owner of the
 * cluster. PostgreSQL judges lock files only by the process id, and would refuse to start when an unrelated process
 * has that id now.
 */
export async function clearLeftovers(home: Home, progress: (sentence: string) => void): Promise<void> {
  const left = leftoverServer(home)
  if (left) {
    progress(`Stopping the PostgreSQL that an earlier Millrace left running (process ${left.pid})`)
    await stopProcess(left)
  }
  rmSync(join(home.data, 'postmaster.pid'), { force: true })
  for (const name of readdirSync(home.run)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(home.run, name), { force: true })
  }
}

export async function stopProcess(server: ProcessIdentity): Promise<void> {
  for (const { signal, patience } of STOPPING) {
    if (!isAlive(server)) return
    process.kill(server.pid, signal)
    const until = Date.now() + patience
    while (isAlive(server) && Date.now() < until) await sleep(20)
  }
  if (isAlive(server)) {
    throw new StartupError(
      `A PostgreSQL of an earlier start does not stop: end the process ${server.pid} yourself.`,
    )
  }
}

function leftoverServer(home: Home): ProcessIdentity | undefined {
  const pid = readLockFile(home.data)?.pid
  return pid !== undefined && servesCluster(pid, home.data) ? identify(pid) : undefined
}

/** The command line names the cluster. Unlike its folder, it can be read without the right to trace the process. */
function servesCluster(pid: number, data: string): boolean {
  try {
    if (process.platform === 'linux') {
      const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return /(^|\/)postgres$/.test(args[0] ?? '') && args.includes(data)
    }
    const line = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return line.includes('postgres') && line.includes(data)
  } catch {
    return false
  }
}
