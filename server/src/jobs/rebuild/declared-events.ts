import type { Sql } from '#db/sql.ts'

export interface DeclaredEvent {
  readonly id: string
  readonly guestId: string
  readonly serials: readonly string[]
  readonly parameters: Readonly<Record<string, string | number | boolean | null>>
  /** To the microsecond, as PostgreSQL writes it. */
  readonly occurredAt: string
}

export interface DeclaredRange {
  readonly organisationId: string
  readonly source: string | null
  /** The last event of the previous portion. */
  readonly after: string | null
  readonly limit: number
}

/**
 * The next stored events, in the order of their ids, of which those of the source are read: so a portion takes the same
 * time however rare the source is. They are held until the end of the transaction, and events of guests that no longer
 * exist are left out: a guest who is being deleted, or becomes another one, does not get an entry.
 */
export async function readDeclaredEvents(
  tx: Sql,
  { organisationId, source, after, limit }: DeclaredRange,
): Promise<{ events: DeclaredEvent[]; last: string | undefined; scanned: number }> {
  const { rows: portion } = await tx.query<{ id: string; wanted: boolean }>(
    `SELECT id, source IS NOT DISTINCT FROM $2 AS wanted FROM events
     WHERE organisation_id = $1 AND id > coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid)
     ORDER BY id LIMIT $4`,
    [organisationId, source, after, limit],
  )
  const wanted = portion.filter(row => row.wanted).map(({ id }) => id)
  const { rows: events } =
    wanted.length === 0
      ? { rows: [] }
      : await tx.query<DeclaredEvent>(
          `SELECT e.id, e.guest_id AS "guestId", e.serials, e.parameters, coalesce(e.occurred_at, e.created_at)::text AS "occurredAt"
           FROM events e JOIN guests g ON g.organisation_id = e.organisation_id AND g.id = e.guest_id
           WHERE e.organisation_id = $1 AND e.id = ANY($2)
           FOR SHARE OF e`,
          [organisationId, wanted],
        )
  return { events, last: portion.at(-1)?.id, scanned: portion.length }
}
