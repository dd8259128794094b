import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { canOpen } from '#secrets/can-open.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { hashAddress, newAddress } from './address.ts'
import { sealContext } from './seal-context.ts'

interface Row {
  readonly organisation_id: string
  readonly id: string
  readonly name: string
  readonly sealed_address: string
  readonly sealed_secret: string | null
  readonly sealed_previous: string | null
}

/**
 * For connections whose address or secret no master key opens. An address that cannot be shown is replaced; without a
 * secret, deliveries are refused until it is entered again. Returns the names of the connections.
 */
export async function discardConnectionSecrets(tx: Sql, sealer: Sealer, actor: string): Promise<string[]> {
  const { rows } = await tx.query<Row>(
    `SELECT organisation_id, id, name, sealed_address, sealed_secret, sealed_previous FROM connections WHERE deleted_at IS NULL
     ORDER BY organisation_id, id FOR UPDATE`,
  )
  const changed: string[] = []
  for (const row of rows) {
    const context = (column: 'sealed_address' | 'sealed_secret') =>
      sealContext(row.organisation_id, row.id, column)
    const lost = (sealed: string | null, column: 'sealed_address' | 'sealed_secret') =>
      sealed !== null && !canOpen(sealer, sealed, context(column))
    const address = lost(row.sealed_address, 'sealed_address') ? newAddress() : undefined
    const secret = lost(row.sealed_secret, 'sealed_secret')
    const previous = lost(row.sealed_previous, 'sealed_secret')
    if (address === undefined && !secret && !previous) continue
    await tx.query(
      `UPDATE connections SET address_hash = coalesce($3, address_hash), sealed_address = coalesce($4, sealed_address),
         sealed_secret = CASE WHEN NOT $5 THEN sealed_secret END,
         sealed_previous = CASE WHEN NOT $6 THEN sealed_previous END
       WHERE organisation_id = $1 AND id = $2`,
      [
        row.organisation_id,
        row.id,
        address === undefined ? null : hashAddress(address),
        address === undefined ? null : sealer.seal(address, context('sealed_address')),
        secret,
        previous,
      ],
    )
    await recordAudit(tx, row.organisation_id, {
      actor,
      action: 'connection.secrets_discarded',
      subject: row.id,
    })
    changed.push(row.name)
  }
  return changed
}
