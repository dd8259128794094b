import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLasting, makeLastingFolder, replaceLasting } from '#base/lasting-file.ts'
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

const keyPath = (dataDir: string) => join(dataDir, 'secret')
const newKey = () => `${randomBytes(32).toString('base64url')}\n`

/** The master key is the operator's, or generated once and stored beside the data, readable only by its owner. */
export async function loadSecrets(
  config: Pick<Config, 'secret' | 'dataDir' | 'previousSecrets'>,
): Promise<Secrets> {
  const master = config.secret ?? readOrCreate(config.dataDir)
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
  config.secret !== undefined || existsSync(keyPath(config.dataDir))

/** Whether the stored master key is empty or cut off, so that nothing can be read with it. */
export function isMasterKeyDamaged({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): boolean {
  if (secret !== undefined || !existsSync(keyPath(dataDir))) return false
  return readKey(dataDir).length < SHORTEST_SECRET
}

/** In place of one that is damaged: what the lost key has sealed stays closed. */
export function replaceMasterKey({ dataDir }: Pick<Config, 'dataDir'>): void {
  replaceLasting(keyPath(dataDir), newKey(), 0o600)
}

/** Everything that is sealed with the key comes after it on the disk, so a power cut never leaves a lock without one. */
function readOrCreate(dataDir: string): string {
  // Others can pass through it but not read it: as root, the embedded PostgreSQL runs as another user and has to pass
  // through.
  makeLastingFolder(dataDir, 0o711)
  createLasting(keyPath(dataDir), newKey(), 0o600)
  const secret = readKey(dataDir)
  if (secret.length >= SHORTEST_SECRET) return secret
  throw new StartupError(
    `The master key in ${keyPath(dataDir)} is damaged. Restore the file from a backup. If there is none, ` +
      '`npx millrace secrets discard` creates a new key and deletes what only the lost one could decrypt.',
  )
}

const readKey = (dataDir: string) => readFileSync(keyPath(dataDir), 'utf8').trim()
