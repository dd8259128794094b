import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceLasting } from '#base/lasting-file.ts'
import { StartupError } from '#base/startup-error.ts'

const passwordPath = (dataDir: string) => join(dataDir, 'postgres-password')

/** The password of the cluster's superuser, readable only by its owner. */
export function readPassword(dataDir: string): string {
  const path = passwordPath(dataDir)
  try {
    const password = readFileSync(path, 'utf8').trim()
    if (password) return password
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EACCES') {
      throw new StartupError(
        `${path} belongs to another user: run this command as the user that runs Millrace.`,
      )
    }
    if (code !== 'ENOENT') throw error
  }
  throw new StartupError(`The database's password, ${path}, is missing: restore that file from a backup.`)
}

/** Written to disk before the cluster is created, so there is never a cluster without its password. */
export function readOrCreatePassword(dataDir: string): string {
  const path = passwordPath(dataDir)
  if (existsSync(path) && readFileSync(path, 'utf8').trim()) return readPassword(dataDir)
  replaceLasting(path, `${randomBytes(24).toString('base64url')}\n`, 0o600)
  return readPassword(dataDir)
}
