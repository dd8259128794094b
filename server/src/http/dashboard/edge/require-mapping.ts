import type { Mapping } from '@millrace/contract/connection-mapping'
import type { WholeMappingVersion } from '@millrace/contract/dashboard/connections'
import { readWrittenMapping } from '#connections/mapping/mapping-faults.ts'
import { findMapping } from '#connections/versions/list-mappings.ts'
import type { Sql } from '#db/sql.ts'
import { Refusal } from '../../refusal.ts'

/** The mapping in a body, after everything in it was looked at. Faults are at their fields. */
export function requireMapping(written: unknown): Mapping {
  const read = readWrittenMapping(written)
  if ('mapping' in read) return read.mapping
  const errors = Object.entries(read.faults).map(([field, sentences]) => [
    field === 'mapping' ? field : `mapping.${field}`,
    sentences,
  ])
  throw new Refusal('validation_failed', { errors: Object.fromEntries(errors) })
}

/** The version with the number in an address. */
export async function requireMappingVersion(
  tx: Sql,
  organisationId: string,
  connectionId: string,
  text: string,
): Promise<WholeMappingVersion> {
  const found = /^[1-9]\d{0,8}$/.test(text)
    ? await findMapping(tx, organisationId, connectionId, Number(text))
    : undefined
  if (found === undefined) throw new Refusal('mapping_not_found')
  return found
}
