import { randomUUID } from 'node:crypto'
import { eraseMentions } from '#connections/erase-deliveries.ts'
import { rewriteDocuments } from '#db/rewrite-documents.ts'
import type { Sql } from '#db/sql.ts'
import { deleteGuest } from '#guests/erase-records.ts'
import { eraseRefusedRows } from '#jobs/import/erase-imported.ts'
import { jobDocuments } from '#jobs/jobs.ts'
import { recordAudit } from '#organisations/audit.ts'
import { simulationDocuments } from '#simulation/kept-simulations.ts'
import { blankRecords } from './blank-records.ts'
import { type GuestTraits, tracesOf, withoutGuest } from './without-guest.ts'

/**
 * Deletes a guest, in one transaction, as the engine. Returns the id that replaces theirs in the statistics, which
 * the audit log uses; undefined where there is no such guest. `finishErasures` checks again a little later, for what
 * was being stored at the same moment.
 */
export async function eraseGuest(
  tx: Sql,
  organisationId: string,
  guestId: string,
  actor: string,
): Promise<string | undefined> {
  const { rows } = await tx.query<GuestTraits>(
    `SELECT id, external_id, name, email, phone,
            ARRAY(SELECT value FROM guest_identifiers i
                  WHERE i.organisation_id = $1 AND i.guest_id = $2) AS identifiers
     FROM guests WHERE organisation_id = $1 AND id = $2 FOR UPDATE`,
    [organisationId, guestId],
  )
  const [guest] = rows
  if (guest === undefined) return undefined
  const replacement = randomUUID()
  await blankRecords(tx, { organisationId, guestId, replacement })
  await eraseMentions(tx, organisationId, guest)
  await eraseRefusedRows(tx, organisationId, tracesOf(guest))
  for (const documents of [jobDocuments, simulationDocuments])
    await rewriteDocuments(tx, documents, organisationId, document => withoutGuest(document, guest))
  await deleteGuest(tx, organisationId, guestId)
  await tx.query(
    'INSERT INTO erasures (organisation_id, guest_id, replacement) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [organisationId, guestId, replacement],
  )
  await recordAudit(tx, organisationId, { actor, action: 'guest.erased', subject: replacement })
  return replacement
}
