import { readFileSync } from 'node:fs'

/** A process id alone is reused sooner or later; with the boot and the start time it is unique. */
export interface ProcessIdentity {
  pid: number
  /** Empty where the system has no /proc. */
  started: string
}

/** The identity of a running process, or undefined when there is none (a zombie counts as none). */
export function identify(pid: number): ProcessIdentity | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !answersToSignals(pid)) return undefined
  if (process.platform !== 'linux') return { pid, started: '' }
  const stat = readText(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The command name is in parentheses and may contain anything, so the fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return { pid, started: `${bootId()}/${fields[19]}` }
}

export function isAlive(identity: ProcessIdentity): boolean {
  const now = identify(identity.pid)
  return now !== undefined && now.started === identity.started
}

function answersToSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function bootId(): string {
  return readText('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
