import { everyScope } from '@millrace/contract/scope'
import type { Sql } from '#db/sql.ts'
import { unknownSerials } from '#venues/unknown-serials.ts'
import { isAddressRange } from './key-limits.ts'
import type { KeyChange } from './keys.ts'

/** A field of a key to the sentences about it. */
export type KeyFaults = Record<string, string[]>

/** What is wrong with what a key is to be limited to, beyond the form of its fields. `cap`: the operator's, 0 for none. */
export async function keyFaults(
  tx: Sql,
  organisationId: string,
  wanted: KeyChange & { readonly scopeNames?: readonly string[] },
  cap: number,
): Promise<KeyFaults> {
  const faults = {
    scopes: scopeFaults(wanted.scopeNames),
    serials: await serialFaults(tx, organisationId, wanted.serials),
    sources: wanted.sources?.length === 0 ? ['must name a source; null is any of them'] : [],
    addresses: addressFaults(wanted.addresses),
    ends_at: wanted.endsAt && !(wanted.endsAt.getTime() > Date.now()) ? ['must be in the future'] : [],
    requests_per_minute: limitFaults(wanted.requestsPerMinute, cap),
  }
  return Object.fromEntries(Object.entries(faults).filter(([, sentences]) => sentences.length > 0))
}

function scopeFaults(names: readonly string[] | undefined): string[] {
  if (names === undefined || names.length === 1 || !names.includes(everyScope)) return []
  return [`has ${everyScope}, which is everything, so it must stand alone`]
}

async function serialFaults(
  tx: Sql,
  organisationId: string,
  serials: readonly string[] | null | undefined,
): Promise<string[]> {
  if (serials === null || serials === undefined) return []
  if (serials.length === 0) return ['must name a venue; null is all of them']
  return unknownSerials(tx, organisationId, serials)
}

function addressFaults(addresses: readonly string[] | null | undefined): string[] {
  if (addresses?.length === 0) return ['must name an address; null is all of them']
  return (addresses ?? [])
    .filter(address => !isAddressRange(address))
    .map(address => `has "${address}", which is no address or range, as 192.0.2.10 or 192.0.2.0/24`)
}

function limitFaults(limit: number | undefined, cap: number): string[] {
  if (cap === 0 || limit === undefined || (limit > 0 && limit <= cap)) return []
  return [`must be from 1 to ${cap}, which is the most on this installation`]
}
