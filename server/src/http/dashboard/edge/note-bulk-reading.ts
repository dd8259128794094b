import type { Sql } from '#db/sql.ts'
import { type BulkReading, createBulkReading } from '#members/bulk-reading.ts'
import type { ActingMember } from '#members/session.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { HttpParts } from '../../parts.ts'

/** Of each server of this process, for all of its lists together: who reads half here and half there reads as many. */
const readings = new WeakMap<HttpParts['database'], BulkReading>()

/** Puts it into the audit log when a member was shown many guests. */
export async function noteBulkReading(
  tx: Sql,
  { database }: Pick<HttpParts, 'database'>,
  { organisationId, email: actor }: Pick<ActingMember, 'organisationId' | 'email'>,
  guests: number,
): Promise<void> {
  const reading = readings.get(database) ?? createBulkReading()
  readings.set(database, reading)
  const noted = reading.shown(`${organisationId} ${actor}`, guests)
  if (noted === undefined) return
  await recordAudit(tx, organisationId, {
    actor,
    action: 'guests.read_in_bulk',
    subject: organisationId,
    detail: { guests: noted },
  })
}
