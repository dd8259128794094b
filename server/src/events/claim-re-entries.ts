import type { ReEntry } from '@millrace/contract/workflow'
import { secondsOf } from '#calendar/duration.ts'
import type { Sql } from '#db/sql.ts'
import { reEntryAt } from '#routing/re-entry.ts'

/** A guest about to enter a workflow with a re-entry limit. */
export interface Entry {
  readonly workflowId: string
  readonly guestId: string
  /** The venue if the limit is per guest and venue; otherwise empty. */
  readonly serial: string
  readonly limit: ReEntry
}

export type EntryVerdict =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly until: string | null }

/**
 * Admits each guest who may enter again; the first request wins. The row is the lock: of two transactions with the same
 * guest, the second waits for the first and then finds the row taken. All callers take rows in the same order, so that
 * two batches never wait for each other.
 */
export async function claimReEntries(
  tx: Sql,
  organisationId: string,
  now: string,
  entries: readonly Entry[],
): Promise<EntryVerdict[]> {
  const firsts = new Map<string, Entry>()
  for (const entry of entries) if (!firsts.has(nameOf(entry))) firsts.set(nameOf(entry), entry)
  const claims = [...firsts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)

  const { rows } = await tx.query<{ workflow_id: string; guest_id: string; serial: string }>(
    `INSERT INTO re_entries AS r (organisation_id, workflow_id, guest_id, serial, entered_at)
     SELECT $1, t.workflow_id, t.guest_id, t.serial, $2
     FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::float8[])
       WITH ORDINALITY AS t (workflow_id, guest_id, serial, within_seconds, place)
     ORDER BY t.place
     ON CONFLICT (organisation_id, workflow_id, guest_id, serial) DO UPDATE SET entered_at = excluded.entered_at
     WHERE r.entered_at <= excluded.entered_at - make_interval(secs => (
       SELECT w.seconds FROM unnest($3::uuid[], $6::float8[]) AS w (id, seconds)
       WHERE w.id = excluded.workflow_id LIMIT 1))
     RETURNING workflow_id, guest_id, serial`,
    [
      organisationId,
      now,
      claims.map(claim => claim.workflowId),
      claims.map(claim => claim.guestId),
      claims.map(claim => claim.serial),
      claims.map(claim => (claim.limit.within === null ? null : secondsOf(claim.limit.within))),
    ],
  )
  const admitted = new Set(rows.map(row => `${row.workflow_id} ${row.guest_id} ${row.serial}`))
  const enteredAt = await findEntered(tx, organisationId, claims)

  const spent = new Set<string>()
  return entries.map(entry => {
    const name = nameOf(entry)
    if (admitted.has(name) && !spent.has(name)) {
      spent.add(name)
      return { admitted: true }
    }
    const since = new Date(enteredAt.get(name) ?? now)
    return { admitted: false, until: reEntryAt(entry.limit, since)?.toISOString() ?? null }
  })
}

async function findEntered(
  tx: Sql,
  organisationId: string,
  claims: readonly Entry[],
): Promise<Map<string, string>> {
  const { rows } = await tx.query<{
    workflow_id: string
    guest_id: string
    serial: string
    entered_at: Date
  }>(
    `SELECT workflow_id, guest_id, serial, entered_at FROM re_entries
     WHERE organisation_id = $1
       AND (workflow_id, guest_id, serial) IN (SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::text[]))`,
    [
      organisationId,
      claims.map(claim => claim.workflowId),
      claims.map(claim => claim.guestId),
      claims.map(claim => claim.serial),
    ],
  )
  return new Map(
    rows.map(row => [`${row.workflow_id} ${row.guest_id} ${row.serial}`, row.entered_at.toISOString()]),
  )
}

const nameOf = (entry: Entry) => `${entry.workflowId} ${entry.guestId} ${entry.serial}`
