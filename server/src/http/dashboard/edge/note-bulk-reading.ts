import { inTenant } from '#db/database.ts'
import type { ActingMember } from '#members/session.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { HttpParts } from '../../parts.ts'

/** Puts it into the audit log when a member was shown many guests: who reads half here and half there reads as many. */
export async function noteBulkReading(
  { bulkReading, database }: Pick<HttpParts, 'bulkReading' | 'database'>,
  { organisationId, email: actor }: Pick<ActingMember, 'organisationId' | 'email'>,
  guests: number,
): Promise<void> {
  const noted = bulkReading.shown(`${organisationId} ${actor}`, guests)
  if (noted === undefined) return
  await inTenant(database, organisationId, tx =>
    recordAudit(tx, organisationId, {
      actor,
      action: 'guests.read_in_bulk',
      subject: organisationId,
      detail: { guests: noted },
    }),
  )
}
