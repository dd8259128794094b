import { statfs } from 'node:fs/promises'
import { existingFolder, tryToWrite } from './try-to-write.ts'
import { failed, ok, type Verdict } from './verdict.ts'

/** PostgreSQL's log of changes may take 2 GB before it is cut back; below this, a busy hour can fill the disk. */
const LEAST_FREE = 1024 ** 3

export async function checkDataFolder(dataDir: string): Promise<Verdict> {
  const folder = existingFolder(dataDir)
  const trouble = await tryToWrite(folder)
  if (trouble !== undefined) {
    return failed(
      `${folder} is not writable (${trouble})`,
      'Make it writable for the user that runs Millrace, or set MILLRACE_DATA_DIR to another folder.',
    )
  }
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const found = `${dataDir}, ${(free / 1024 ** 3).toFixed(1)} GB free`
  if (free >= LEAST_FREE) return ok(found)
  return failed(found, 'Free space on that disk, or set MILLRACE_DATA_DIR to a folder on another one.')
}
