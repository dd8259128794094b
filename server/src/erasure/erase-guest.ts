import { randomUUID } from 'node:crypto'
import { eraseMentions } from '#connections/erase-deliveries.ts'
import { rewriteDocuments } from '#db/rewrite-documents.ts'
import type { Sql } from '#db/sql.ts'
import { deleteGuest } from '#guests/erase-records.ts'
import { type Forgotten, forgetMerges } from '#guests/merge/merge-records.ts'
import { forgetAnswersWith } from '#idempotency/forget-answers.ts'
import { eraseRefusedRows } from '#jobs/import/erase-imported.ts'
import { jobDocuments } from '#jobs/jobs.ts'
import { eraseReceivedFrom } from '#messages/erase-received.ts'
import { recordAudit } from '#organisations/audit.ts'
import { simulationDocuments } from '#simulation/kept-simulations.ts'
import { eraseSuppressions } from '#suppressions/erase-suppressions.ts'
import { blankRecords } from './blank-records.ts'
import { eraseLater } from './erase-later.ts'
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
  const merged = await forgetMerges(tx, organisationId, guestId)
  for (const { mergedId } of merged) await forgetAnswersWith(tx, organisationId, mergedId)
  for (const traits of [guest, ...merged.map(traitsOf)]) await eraseTraces(tx, organisationId, traits)
  await deleteGuest(tx, organisationId, guestId)
  await tx.query(
    'INSERT INTO erasures (organisation_id, guest_id, replacement) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [organisationId, guestId, replacement],
  )
  // For these too: what was being stored while they were merged or deleted is found a little later.
  await eraseLater(
    tx,
    organisationId,
    merged.map(({ mergedId }) => mergedId),
  )
  await recordAudit(tx, organisationId, { actor, action: 'guest.erased', subject: replacement })
  return replacement
}

/** Someone who was merged into the guest is the guest too; after 30 days only their id is known. */
const traitsOf = ({ mergedId, merged }: Forgotten): GuestTraits => ({
  id: mergedId,
  external_id: merged?.external_id ?? null,
  name: merged?.name ?? null,
  email: merged?.email ?? null,
  phone: merged?.phone ?? null,
})

async function eraseTraces(tx: Sql, organisationId: string, traits: GuestTraits): Promise<void> {
  await eraseMentions(tx, organisationId, traits)
  await eraseRefusedRows(tx, organisationId, tracesOf(traits))
  const { email, phone, identifiers = [] } = traits
  const addresses = [email, phone, ...identifiers].filter(address => address !== null)
  await eraseSuppressions(tx, organisationId, addresses)
  await eraseReceivedFrom(tx, organisationId, addresses)
  for (const documents of [jobDocuments, simulationDocuments])
    await rewriteDocuments(tx, documents, organisationId, document => withoutGuest(document, traits))
}
