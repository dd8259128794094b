import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The folder itself or, before the first start, the one in which it will be made. */
export const existingFolder = (path: string): string =>
  existsSync(path) ? path : existingFolder(dirname(path))

/** Why a file cannot be made there; undefined where it can. Tried, not asked: root may do what the system does not. */
export async function tryToWrite(folder: string): Promise<string | undefined> {
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
