import type { Role } from '@millrace/contract/member'
import type { Sql } from '#db/sql.ts'
import { venueFaults } from '#members/venue-faults.ts'
import { Refusal } from '../../refusal.ts'

export async function requireKnownSerials(
  tx: Sql,
  organisationId: string,
  wanted: { role: Role; serials?: readonly string[] | null },
): Promise<void> {
  const serials = await venueFaults(tx, organisationId, wanted)
  if (serials.length > 0) throw new Refusal('validation_failed', { errors: { serials } })
}
