import { type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config/config.ts'
import { isMasterKeyDamaged } from '#config/secrets.ts'
import { failed, ok, skipped, type Verdict } from './verdict.ts'

export function checkMasterKey({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): Verdict {
  if (secret !== undefined) return ok('from MILLRACE_SECRET')
  const path = join(dataDir, 'secret')
  const file = statSync(path, { throwIfNoEntry: false })
  if (file === undefined) return skipped('created at the first start')
  if (isMasterKeyDamaged({ secret, dataDir })) {
    return failed(
      `${path} is damaged`,
      'Restore it from a backup. If there is none, run: npx millrace secrets discard',
    )
  }
  return checkMode(path, file)
}

function checkMode(path: string, { mode }: Pick<Stats, 'mode'>): Verdict {
  const bits = (mode & 0o777).toString(8).padStart(4, '0')
  if (bits === '0600') return ok(`${path}, readable by its owner only`)
  return failed(`${path} has mode ${bits}`, `Other users can read it. Run: chmod 600 '${path}'`)
}
