import { existsSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failed, ok, type Verdict } from './verdict.ts'

/** PostgreSQL's log of changes may take 2 GB before it is cut back; below this, a busy hour can fill the disk. */
const LEAST_FREE = 1024 ** 3

export async function checkDataFolder(dataDir: string): Promise<Verdict> {
  const folder = existing(dataDir)
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
  return failed(found, 'Make room on that disk, or set MILLRACE_DATA_DIR to a folder on another one.')
}

/** The folder itself or, before the first start, the one in which it will be made. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)))

async function tryToWrite(folder: string): Promise<string | undefined> {
  const path = join(folder, `.millrace-doctor-${process.pid}`)
  try {
    await writeFile(path, 'x', { flag: 'wx' })
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  } finally {
    await rm(path, { force: true }).catch(() => {})
  }
}
