import type { Proof } from '@millrace/contract/connection-proof'
import type { Sql } from '#db/sql.ts'
import type { Sealer } from '#secrets/sealer.ts'
import { hashAddress, isAddress } from './address.ts'
import { sealContext } from './seal-context.ts'
import type { Repeats } from './vendors/vendor.ts'
import { vendorOf } from './vendors/vendors.ts'

/** What is needed to take a delivery. */
export interface Receiving {
  readonly organisationId: string
  readonly id: string
  readonly proof: Proof
  readonly secrets: readonly string[]
  readonly repeats: Repeats
}

/** By the unguessable part of its address, before any organisation is known. */
export async function findConnection(
  sql: Sql,
  sealer: Sealer,
  address: string,
): Promise<Receiving | undefined> {
  if (!isAddress(address)) return undefined
  const { rows } = await sql.query<{
    organisation_id: string
    id: string
    vendor: string
    proof: Proof
    sealed_secret: string | null
    sealed_previous: string | null
  }>(
    `SELECT organisation_id, id, vendor, proof, sealed_secret, sealed_previous FROM connections
     WHERE address_hash = $1`,
    [hashAddress(address)],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const context = sealContext(row.organisation_id, row.id, 'sealed_secret')
  const sealed = [row.sealed_secret, row.sealed_previous].filter(one => one !== null)
  return {
    organisationId: row.organisation_id,
    id: row.id,
    proof: row.proof,
    secrets: sealed.map(one => sealer.open(one, context)),
    repeats: vendorOf(row.vendor)?.repeats ?? 'never',
  }
}
