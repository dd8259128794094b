import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { hashAddress, newAddress } from './address.ts'
import { sealContext } from './seal-context.ts'
import type { Vendor } from './vendors/vendor.ts'
import { insertVersion } from './versions/insert-version.ts'

export interface NewConnection {
  readonly name: string
  readonly vendor: Vendor
  /** null: it is set later, once the vendor shows it. */
  readonly secret: string | null
  readonly unknownGuests: 'create' | 'keep'
}

/** As the engine. Returns its id, and the unguessable part of its address. */
export async function createConnection(
  tx: Sql,
  sealer: Sealer,
  organisationId: string,
  actor: string,
  { name, vendor, secret, unknownGuests }: NewConnection,
): Promise<{ id: string; address: string }> {
  const id = newId()
  const address = newAddress()
  const seal = (column: 'sealed_address' | 'sealed_secret', text: string) =>
    sealer.seal(text, sealContext(organisationId, id, column))
  await tx.query(
    `INSERT INTO connections
       (organisation_id, id, name, vendor, address_hash, sealed_address, sealed_secret, proof, mapping, unknown_guests)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      organisationId,
      id,
      name,
      vendor.id,
      hashAddress(address),
      seal('sealed_address', address),
      secret === null ? null : seal('sealed_secret', secret),
      JSON.stringify(vendor.proof),
      JSON.stringify(vendor.mapping),
      unknownGuests,
    ],
  )
  await insertVersion(tx, {
    organisationId,
    connectionId: id,
    version: 1,
    mapping: vendor.mapping,
    actor: null,
    restoredFrom: null,
  })
  await recordAudit(tx, organisationId, {
    actor,
    action: 'connection.created',
    subject: id,
    detail: { name, vendor: vendor.id },
  })
  return { id, address }
}
