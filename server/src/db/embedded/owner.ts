import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#base/startup-error.ts'
import { identify, isAlive, type ProcessIdentity } from './process-identity.ts'

/** What the owner of a cluster publishes for other processes: its identity and, once it is ready, where to connect. */
export interface OwnerRecord extends ProcessIdentity {
  address?: { host: string; port: number }
}

export interface Ownership {
  announce(address: { host: string; port: number }): void
  release(): void
}

const recordPath = (home: string) => join(home, 'owner.json')

/** The living owner of the cluster in this folder, if there is one. */
export function livingOwner(home: string): OwnerRecord | undefined {
  const record = readRecord(recordPath(home))
  return record && isAlive(record) ? record : undefined
}

/** Makes this process the only owner, or returns the present one. */
export function claimOwnership(home: string): Ownership {
  const path = recordPath(home)
  const own = `${path}.${process.pid}`
  const me = identify(process.pid) ?? { pid: process.pid, started: '' }
  for (;;) {
    // A link appears with its content in one step: no process ever reads an unwritten record.
    writeFileSync(own, JSON.stringify(me), { mode: 0o600 })
    const taken = linked(own, path)
    rmSync(own, { force: true })
    if (taken) break
    const owner = livingOwner(home)
    if (owner) throw alreadyRunning(owner)
    takeAwayDeadRecord(path, own)
  }
  return {
    announce(address) {
      writeFileSync(own, JSON.stringify({ ...me, address }), { mode: 0o600 })
      renameSync(own, path)
    },
    release() {
      const record = readRecord(path)
      if (record?.pid === me.pid && record.started === me.started) rmSync(path, { force: true })
    },
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function takeAwayDeadRecord(path: string, aside: string): void {
  try {
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const taken = readRecord(aside)
  // Between the check and the rename, a living process may have replaced the dead one: it gets its record back.
  if (taken && isAlive(taken)) renameSync(aside, path)
  else rmSync(aside, { force: true })
}

function readRecord(path: string): OwnerRecord | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as OwnerRecord
  } catch (error) {
    // A record truncated by a full disk names no owner.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function alreadyRunning(owner: OwnerRecord): StartupError {
  return new StartupError(
    `Millrace is already running on this data folder (pid ${owner.pid}). Stop it, or set MILLRACE_DATA_DIR to ` +
      'another folder.',
  )
}
