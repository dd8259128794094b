import { createHash } from 'node:crypto'
import { outdated } from '#db/outdated.ts'
import type { Sql } from '#db/sql.ts'
import { ofDeleted } from '../of-deleted.ts'
import type { Difference } from './difference.ts'

export interface ComparedDelivery {
  readonly deliveryId: string
  readonly difference: Difference
}

interface Job {
  readonly organisationId: string
  readonly id: string
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Stores the differences of some deliveries. An event that several deliveries would make is stored once. */
export async function storeDifferences(
  tx: Sql,
  { organisationId, id }: Job,
  connectionId: string,
  compared: readonly ComparedDelivery[],
): Promise<void> {
  const rows = compared.flatMap(({ deliveryId, difference: { fresh, changed, gone } }) => [
    ...fresh.map(({ identity }) => ({ kind: 'new', key: identity, deliveryId, eventId: null, fields: [] })),
    ...changed.map(one => ({ kind: 'changed', key: one.eventId, deliveryId, ...one })),
    ...gone.map(eventId => ({ kind: 'gone', key: eventId, deliveryId, eventId, fields: [] })),
  ])
  if (rows.length > 0)
    await tx.query(
      `INSERT INTO connection_differences
         (organisation_id, job_id, connection_id, kind, digest, delivery_id, event_id, fields)
       SELECT $1, $2, $3, kind, digest, delivery_id, event_id, ARRAY(SELECT jsonb_array_elements_text(fields))
       FROM unnest($4::text[], $5::bytea[], $6::uuid[], $7::uuid[], $8::jsonb[])
         AS given (kind, digest, delivery_id, event_id, fields)
       ON CONFLICT DO NOTHING`,
      [
        organisationId,
        id,
        connectionId,
        rows.map(({ kind }) => kind),
        rows.map(({ key }) => digest(key)),
        rows.map(({ deliveryId }) => deliveryId),
        rows.map(({ eventId }) => eventId),
        rows.map(({ fields }) => JSON.stringify(fields)),
      ],
    )
  // One delivery would not make it any longer, and a later one about the same thing would.
  await tx.query(
    `DELETE FROM connection_differences
     WHERE organisation_id = $1 AND job_id = $2 AND kind = 'gone' AND digest = ANY($3)`,
    [organisationId, id, compared.flatMap(({ difference: { kept } }) => kept.map(digest))],
  )
}

export interface Counts {
  readonly new: number
  readonly changed: number
  readonly gone: number
}

export async function countDifferences(sql: Sql, { organisationId, id }: Job): Promise<Counts> {
  const { rows } = await sql.query<{ kind: keyof Counts; number: number }>(
    `SELECT kind, count(*)::int AS number FROM connection_differences
     WHERE organisation_id = $1 AND job_id = $2 GROUP BY kind`,
    [organisationId, id],
  )
  return {
    new: 0,
    changed: 0,
    gone: 0,
    ...Object.fromEntries(rows.map(({ kind, number }) => [kind, number])),
  }
}

/** The next deliveries that would make something new. */
export async function deliveriesToRead(
  sql: Sql,
  { organisationId, id }: Job,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql.query<{ delivery_id: string }>(
    `SELECT DISTINCT delivery_id FROM connection_differences
     WHERE organisation_id = $1 AND job_id = $2 AND kind = 'new' AND ($3::uuid IS NULL OR delivery_id > $3)
     ORDER BY delivery_id LIMIT $4`,
    [organisationId, id, after, limit],
  )
  return rows.map(({ delivery_id }) => delivery_id)
}

/** How many of the events that were new exist by now. */
export async function countMade(sql: Sql, { organisationId, id }: Job): Promise<number> {
  const { rows } = await sql.query<{ made: number }>(
    `SELECT count(*)::int AS made FROM connection_differences d
     WHERE d.organisation_id = $1 AND d.job_id = $2 AND d.kind = 'new' AND EXISTS (
       SELECT FROM connection_events e
       WHERE e.organisation_id = $1 AND e.delivery_id = d.delivery_id
         AND sha256(convert_to(e.identity, 'UTF8')) = d.digest)`,
    [organisationId, id],
  )
  return rows[0]?.made ?? 0
}

/** As long as deliveries that were read are kept. */
export const outdatedDifferences = outdated(
  'DELETE FROM connection_differences',
  'organisation_id, job_id, kind, digest',
  `created_at < now() - interval '30 days'`,
)

export const deletedDifferences = [
  outdated('DELETE FROM connection_differences', 'organisation_id, job_id, kind, digest', ofDeleted),
]
