import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { writeSecret } from '../secrets.ts'
import { writeConnection } from '../settings/write-connection.ts'
import type { Present } from './change.ts'
import { secretNameOf, secretOf } from './connection.ts'
import type { ProviderRow } from './provider-row.ts'

/** Exchanges the places of two connections and of their secrets: between the settings and the rows. */
export async function putFirst(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  { settings, secrets }: Present,
  before: ProviderRow | undefined,
  after: ProviderRow | undefined,
): Promise<void> {
  if (before === undefined || after === undefined || before.id === after.id) return
  const place = 'UPDATE providers SET connection = $3 WHERE organisation_id = $1 AND id = $2'
  await tx.query(place, [organisationId, before.id, JSON.stringify(before.connection)])
  await tx.query(place, [organisationId, after.id, null])
  await writeConnection(tx, organisationId, settings, after.channel, after.connection)
  const write = (provider: ProviderRow, first: boolean, secret: string | undefined) =>
    writeSecret(tx, sealer, organisationId, secretNameOf({ ...provider, first }), secret ?? null)
  await write(before, false, secretOf(before, secrets))
  await write(after, true, secretOf(after, secrets))
  await write(after, false, undefined)
}
