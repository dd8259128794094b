import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** PostgreSQL's postmaster.pid: the server's process in the first line, its state in the eighth. */
export interface LockFile {
  pid: number
  ready: boolean
}

export function readLockFile(data: string): LockFile | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number.parseInt(lines[0] ?? '', 10), ready: lines[7]?.trim() === 'ready' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
