import type { Role } from '@millrace/contract/member'
import type { Sql } from '#db/sql.ts'
import { unknownSerials } from '#venues/unknown-serials.ts'

/**
 * What is wrong with restricting a member to these venues, in sentences. Unknown venues would show them nothing, and
 * an owner cannot be restricted.
 */
export async function venueFaults(
  tx: Sql,
  organisationId: string,
  { role, serials }: { role: Role; serials?: readonly string[] | null },
): Promise<string[]> {
  if (serials === null || serials === undefined) return []
  if (role === 'owner') return ['must be null: an owner sees every venue']
  if (serials.length === 0) return ['must name a venue; null is all of them']
  return unknownSerials(tx, organisationId, serials)
}
