import type { Condition } from '@millrace/contract/condition'
import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import { varied } from '#db/statement-name.ts'
import { VISIT_FACTS } from '#visits/load-visit-facts.ts'
import { NOTE_MOVES } from './moves.ts'
import { lockSegments } from './segment-row.ts'
import { segmentSql } from './segment-sql.ts'

/** The guests of the organisation for whom the condition holds now. Its references are replaced by their conditions. */
export async function countMatching(tx: Sql, organisationId: string, condition: Condition): Promise<number> {
  const { sql, values } = matching(condition, 2)
  const { rows } = await tx.query<{ guests: number }>(varied(`SELECT count(*) AS guests ${sql}`), [
    organisationId,
    ...values,
  ])
  return (rows[0] as { guests: number }).guests
}

/** The same guests by id, after another one. */
export async function listMatching(
  tx: Sql,
  organisationId: string,
  condition: Condition,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const { sql, values } = matching(condition, 4)
  const { rows } = await tx.query<{ id: string }>(
    varied(`SELECT g.id ${sql} AND ($2::uuid IS NULL OR g.id > $2) ORDER BY g.id LIMIT $3`),
    [organisationId, after, limit, ...values],
  )
  return rows.map(({ id }) => id)
}

/** For an organisation that is the first parameter. */
function matching(condition: Condition, first: number): { sql: string; values: readonly unknown[] } {
  const { sql, values, readsVisits } = segmentSql(condition, first)
  const facts = `CROSS JOIN LATERAL (SELECT g.organisation_id, g.id AS guest_id, NULL::text AS serials, '{}'::text AS without) AS w
    CROSS JOIN ${VISIT_FACTS}`
  return { sql: `FROM guests g ${readsVisits ? facts : ''} WHERE g.organisation_id = $1 AND ${sql}`, values }
}

/** Guests by id: some, or all between two ends, of which the first is left out and the last may be open. */
export type Asked = readonly string[] | { readonly after: string; readonly upTo: string | null }

/**
 * Considers guests for a segment: who is not in it and belongs there enters, and who is in it and does not belong there
 * leaves. Also those who were deleted. Workflows that start then learn of it, unless the segment itself has changed: who
 * belongs by its new condition was found, and has not moved.
 */
export async function updateMembers(
  tx: Sql,
  { organisationId, segmentId, isCounted }: SegmentToUpdate,
  condition: Condition,
  asked: Asked,
): Promise<void> {
  const { sql, values } = matching(condition, 5)
  const isList = Array.isArray(asked)
  const among = (id: string) =>
    isList
      ? `${id} = ANY($3::uuid[]) AND $4::uuid IS NULL`
      : `${id} > $3::uuid AND ($4::uuid IS NULL OR ${id} <= $4)`
  const { after, upTo } = isList ? { after: bareArray(asked), upTo: null } : (asked as Range)
  await tx.query(
    varied(`WITH inside AS MATERIALIZED (SELECT g.id ${sql} AND ${among('g.id')}),
     gone AS (
       UPDATE segment_members m SET left_at = now()
       WHERE m.organisation_id = $1 AND m.segment_id = $2 AND m.left_at IS NULL AND ${among('m.guest_id')}
         AND NOT EXISTS (SELECT FROM inside WHERE inside.id = m.guest_id)
       RETURNING guest_id, entered_at),
     come AS (
       INSERT INTO segment_members (organisation_id, segment_id, guest_id, entered_at)
       SELECT $1, $2, inside.id, now() FROM inside
       ON CONFLICT (organisation_id, guest_id, segment_id) WHERE left_at IS NULL DO NOTHING
       RETURNING guest_id, entered_at)${isCounted ? `, ${NOTE_MOVES}` : ''}
     UPDATE segments s SET members = s.members + (SELECT count(*) FROM come) - (SELECT count(*) FROM gone)
     WHERE s.organisation_id = $1 AND s.id = $2 AND (EXISTS (SELECT FROM come) OR EXISTS (SELECT FROM gone))`),
    [organisationId, segmentId, after, upTo, ...values],
  )
}

export interface SegmentToUpdate {
  readonly organisationId: string
  readonly segmentId: string
  /** Whether every guest was considered since its condition changed last. */
  readonly isCounted: boolean
}

type Range = Exclude<Asked, readonly string[]>

export interface Member {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly entered_at: Date
}

/** Who is in a segment, by id. */
export async function listMembers(
  tx: Sql,
  { organisationId, segmentId }: { readonly organisationId: string; readonly segmentId: string },
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<Member[]> {
  const { rows } = await tx.query<Member>(
    `SELECT g.id, g.name, g.email, g.phone, m.entered_at
     FROM segment_members m JOIN guests g ON g.organisation_id = m.organisation_id AND g.id = m.guest_id
     WHERE m.organisation_id = $1 AND m.segment_id = $2 AND m.left_at IS NULL AND ($3::uuid IS NULL OR m.guest_id > $3)
     ORDER BY m.guest_id LIMIT $4`,
    [organisationId, segmentId, after ?? null, limit],
  )
  return rows
}

/** Deletes the stays of guests who are deleted. */
export async function eraseStays(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<void> {
  await lockSegments(tx, organisationId)
  await tx.query('DELETE FROM segment_moves WHERE organisation_id = $1 AND guest_id = ANY($2)', [
    organisationId,
    guestIds,
  ])
  await tx.query(
    `WITH gone AS (
       DELETE FROM segment_members WHERE organisation_id = $1 AND guest_id = ANY($2) RETURNING segment_id, left_at)
     UPDATE segments s SET members = s.members - g.members
     FROM (SELECT segment_id, count(*) AS members FROM gone WHERE left_at IS NULL GROUP BY 1) AS g
     WHERE s.organisation_id = $1 AND s.id = g.segment_id`,
    [organisationId, guestIds],
  )
}
