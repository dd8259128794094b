import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '#base/startup-error.ts'
import { type Config, SHORTEST_SECRET } from './config.ts'

/** A key for each purpose, derived from the master key, so that no two uses share one. */
export interface Secrets {
  /** Authenticates the cursors of lists. */
  cursor: Buffer
  /** Signs the addresses that end guests' subscriptions; the first key is kept, see runs/unsubscribe-key.ts. */
  unsubscribe: Buffer
  /** Signs the cookies of browsers that members have signed in with. */
  device: Buffer
  /** Signs the audit log; the first key is kept, see organisations/audit-key.ts. */
  audit: Buffer
  /** Seals the secrets of other services in the database. */
  master: { readonly current: string; readonly previous: readonly string[] }
}

/** The master key is the operator's, or generated once and stored beside the data, readable only by its owner. */
export async function loadSecrets(
  config: Pick<Config, 'secret' | 'dataDir' | 'previousSecrets'>,
): Promise<Secrets> {
  const master = config.secret ?? (await readOrCreate(config.dataDir))
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `millrace ${purpose}`, 32))
  return {
    cursor: derive('cursor'),
    unsubscribe: derive('unsubscribe'),
    audit: derive('audit'),
    device: derive('device'),
    master: { current: master, previous: config.previousSecrets },
  }
}

/** Whether there is a master key already, given or generated. Loading it would generate one. */
export const hasMasterKey = (config: Pick<Config, 'secret' | 'dataDir'>) =>
  config.secret !== undefined || existsSync(join(config.dataDir, 'secret'))

async function readOrCreate(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  // Others can pass through it but not read it: as root, the embedded PostgreSQL runs as another user and has to pass
  // through.
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  try {
    await writeFile(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = (await readFile(path, 'utf8')).trim()
  if (secret.length < SHORTEST_SECRET) {
    throw new StartupError(`The master key in ${path} is damaged. Restore the file from a backup.`)
  }
  return secret
}
