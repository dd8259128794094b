import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { canOpen } from '#secrets/can-open.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { sealContext } from './seal-context.ts'

interface Row {
  readonly organisation_id: string
  readonly id: string
  readonly name: string
  readonly sealed_secret: string | null
  readonly sealed_previous: string | null
}

/** Of all organisations, locked. */
async function readRows(tx: Sql): Promise<Row[]> {
  const { rows } = await tx.query<Row>(
    `SELECT organisation_id, id, name, sealed_secret, sealed_previous FROM subscriptions WHERE deleted_at IS NULL
     ORDER BY organisation_id, id FOR UPDATE`,
  )
  return rows
}

async function write(tx: Sql, row: Row, secret: string | null, previous: string | null): Promise<void> {
  await tx.query(
    'UPDATE subscriptions SET sealed_secret = $3, sealed_previous = $4 WHERE organisation_id = $1 AND id = $2',
    [row.organisation_id, row.id, secret, previous],
  )
}

/** Reseals the secrets that were sealed with a previous master key. Returns how many. */
export async function resealSubscriptions(tx: Sql, sealer: Sealer): Promise<number> {
  let resealed = 0
  for (const row of await readRows(tx)) {
    const context = sealContext(row.organisation_id, row.id)
    const again = (sealed: string | null) => {
      if (sealed === null || !sealer.needsReseal(sealed)) return sealed
      resealed += 1
      return sealer.seal(sealer.open(sealed, context), context)
    }
    const [secret, previous] = [again(row.sealed_secret), again(row.sealed_previous)]
    if (secret !== row.sealed_secret || previous !== row.sealed_previous)
      await write(tx, row, secret, previous)
  }
  return resealed
}

/** Forgets secrets that no master key opens; nothing is sent until there is a new one. Returns the names of the subscriptions. */
export async function discardSubscriptionSecrets(tx: Sql, sealer: Sealer, actor: string): Promise<string[]> {
  const changed: string[] = []
  for (const row of await readRows(tx)) {
    const context = sealContext(row.organisation_id, row.id)
    const kept = (sealed: string | null) =>
      sealed !== null && canOpen(sealer, sealed, context) ? sealed : null
    const [secret, previous] = [kept(row.sealed_secret), kept(row.sealed_previous)]
    if (secret === row.sealed_secret && previous === row.sealed_previous) continue
    await write(tx, row, secret, previous)
    await recordAudit(tx, row.organisation_id, {
      actor,
      action: 'subscription.secrets_discarded',
      subject: row.id,
    })
    changed.push(row.name)
  }
  return changed
}
