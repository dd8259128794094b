import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { recordAudit } from '../audit.ts'
import { writeSecret } from '../secrets.ts'
import { writeConnection } from '../settings/write-connection.ts'
import { lockProviders, type Place } from './change.ts'
import { secretNameOf } from './connection.ts'
import { putFirst } from './put-first.ts'

/** Returns its name; undefined if there is no such provider. */
export async function removeProvider(
  tx: Sql,
  sealer: Sealer,
  { organisationId, actor }: Place,
  id: string,
): Promise<string | undefined> {
  const present = await lockProviders(tx, sealer, organisationId)
  const removed = present.providers.find(provider => provider.id === id)
  if (removed === undefined) return undefined
  const { channel, name } = removed
  const next = present.providers.find(other => other.channel === channel && other.id !== id)
  if (removed.first && next !== undefined) await putFirst(tx, sealer, organisationId, present, removed, next)
  if (removed.first && next === undefined) {
    await writeSecret(tx, sealer, organisationId, secretNameOf(removed), null)
    await writeConnection(tx, organisationId, present.settings, channel, null)
  } else {
    await writeSecret(tx, sealer, organisationId, secretNameOf({ ...removed, first: false }), null)
    await tx.query('DELETE FROM providers WHERE organisation_id = $1 AND id = $2', [organisationId, id])
  }
  await recordAudit(tx, organisationId, {
    actor,
    action: 'provider.removed',
    subject: id,
    detail: { channel, name },
  })
  return name
}
