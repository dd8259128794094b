import type { Sql } from '../../server/src/db/sql.ts'
import { ADDED, AWARDS, type Ground, nodesOf, TAG } from './ground.ts'
import type { Acknowledged } from './ingest.ts'

export interface Examination {
  readonly events: number
  readonly runs: number
  /** The violations, in sentences; at most a few of each kind. */
  readonly faults: readonly string[]
}

/**
 * Compares what clients were answered with what the database has. The database is never the judge of itself: the oracle
 * is the set of acknowledged ids, and that each run is worth the same. A ledger entry cannot exist twice, because its
 * primary key prevents it; a repeated effect shows in the guest's balance.
 *
 * There may be runs that no client knows of, since an answer can be lost. They must be complete as well.
 */
export async function examine(ground: Ground, acknowledged: readonly Acknowledged[]): Promise<Examination> {
  const sql = ground.engine as unknown as Sql
  const look = async (kind: string, text: string, values: unknown[] = []): Promise<string[]> => {
    const { rows } = await sql.query<{ what: string }>(text, [ground.organisationId, ...values])
    const shown = rows.slice(0, 3).map(row => `${kind}: ${row.what}`)
    return rows.length > shown.length ? [...shown, `${kind}: ${rows.length - shown.length} more`] : shown
  }
  const eventIds = acknowledged.flatMap(({ eventId }) => (eventId === null ? [] : [eventId]))
  const runIds = acknowledged.flatMap(answer => answer.runIds)
  const perRun = Object.values(AWARDS).reduce((sum, points) => sum + points, 0)
  const faults = [
    await look(
      'an acknowledged event is lost',
      `SELECT id AS what FROM unnest($2::uuid[]) AS acknowledged (id)
       WHERE NOT EXISTS (SELECT FROM events e WHERE e.organisation_id = $1 AND e.id = acknowledged.id)`,
      [eventIds],
    ),
    await look(
      'an acknowledged run is lost',
      `SELECT id AS what FROM unnest($2::uuid[]) AS acknowledged (id)
       WHERE NOT EXISTS (SELECT FROM runs r WHERE r.organisation_id = $1 AND r.id = acknowledged.id)`,
      [runIds],
    ),
    await look(
      'a stored event has not the run of its receipt',
      `SELECT e.id AS what FROM events e, json_array_elements(e.receipt -> 'workflow_runs') acknowledged
       WHERE e.organisation_id = $1 AND NOT EXISTS (
         SELECT FROM runs r WHERE r.organisation_id = $1 AND r.id = (acknowledged ->> 'id')::uuid AND r.event_id = e.id)`,
    ),
    await look(
      'a run did not finish',
      `SELECT id || ' is ' || status || coalesce(' ' || outcome, '') || coalesce(' ' || error::text, '') AS what
       FROM runs WHERE organisation_id = $1 AND (status <> 'completed' OR outcome <> 'success')`,
    ),
    await look(
      'a run was written more or less often than it moved',
      `SELECT id || ' is at sequence ' || sequence AS what
       FROM runs WHERE organisation_id = $1 AND sequence <> $2`,
      [ground.waitSeconds === 0 ? 1 : 3],
    ),
    await look(
      'the steps of a run are not its way',
      `SELECT r.id || ' took ' || coalesce(s.nodes, 'none') AS what
       FROM runs r LEFT JOIN LATERAL (
         SELECT string_agg(node_id || CASE status WHEN 'completed' THEN '' ELSE ' (' || status || ')' END, ' '
                           ORDER BY position) AS nodes
         FROM every_step WHERE organisation_id = $1 AND run_id = r.id
       ) s ON true
       WHERE r.organisation_id = $1 AND s.nodes IS DISTINCT FROM $2`,
      [nodesOf(ground).join(' ')],
    ),
    await look(
      'the ledger of a run is not what it awards',
      `SELECT r.id || ' has ' || coalesce(p.entries, 'none') AS what
       FROM runs r LEFT JOIN LATERAL (
         SELECT string_agg(node_id || ' ' || points, ', ' ORDER BY node_id) AS entries
         FROM points_entries WHERE organisation_id = $1 AND run_id = r.id AND guest_id = r.guest_id
       ) p ON true
       WHERE r.organisation_id = $1 AND p.entries IS DISTINCT FROM $2`,
      [
        Object.entries(AWARDS)
          .map(([node, points]) => `${node} ${points}`)
          .sort()
          .join(', '),
      ],
    ),
    await look(
      'the points of a guest are not those of their runs',
      `SELECT g.id || ' has ' || g.points || ' after ' || count(r.id) || ' runs' AS what
       FROM guests g LEFT JOIN runs r ON r.organisation_id = $1 AND r.guest_id = g.id
       WHERE g.organisation_id = $1 GROUP BY g.id, g.points HAVING g.points <> count(r.id) * $2`,
      [perRun],
    ),
    await look(
      'what was added to a guest is not what their runs add',
      `SELECT g.id || ' has ' || coalesce(g.attributes ->> $2, 'none') || ' after ' || count(r.id) || ' runs' AS what
       FROM guests g LEFT JOIN runs r ON r.organisation_id = $1 AND r.guest_id = g.id
       WHERE g.organisation_id = $1 GROUP BY g.id, g.attributes
       HAVING coalesce((g.attributes ->> $2)::numeric, 0) <> count(r.id) * $3::numeric`,
      [ADDED.attribute, ground.adds ? ADDED.amount : 0],
    ),
    await look(
      'a guest has the tag more or less than once',
      `SELECT g.id || ' has ' || g.tags::text AS what
       FROM guests g LEFT JOIN runs r ON r.organisation_id = $1 AND r.guest_id = g.id
       WHERE g.organisation_id = $1 GROUP BY g.id, g.tags
       HAVING g.tags <> CASE WHEN count(r.id) = 0 THEN '{}' ELSE ARRAY[$2::text] END`,
      [TAG],
    ),
    await look(
      'a wait ended before its time',
      `SELECT s.run_id || ' by ' || (s.detail ->> 'until')::timestamptz - least(s.finished_at, p.created_at) AS what
       FROM every_step s JOIN points_entries p
         ON p.organisation_id = $1 AND p.run_id = s.run_id AND p.node_id = 'second'
       WHERE s.organisation_id = $1 AND s.type = 'wait'
         AND least(s.finished_at, p.created_at) < (s.detail ->> 'until')::timestamptz`,
    ),
    await look(
      'a job is left over',
      `SELECT data || CASE WHEN claimed THEN ' claimed' ELSE ' free' END AS what FROM jobs WHERE organisation_id = $1`,
    ),
  ].flat()
  return { events: await count(sql, 'events', ground), runs: await count(sql, 'runs', ground), faults }
}

/** The same, and as a control with an event that was never sent: an examination that does not miss it would miss no other. */
export async function examineWithControl(
  ground: Ground,
  acknowledged: readonly Acknowledged[],
): Promise<Examination & { readonly control: string }> {
  const found = await examine(ground, acknowledged)
  const control = await examine(ground, [...acknowledged, { eventId: NEVER_SENT, runIds: [] }])
  const isMissed = control.faults.length > found.faults.length
  return {
    ...found,
    control: `an event that was never sent is ${isMissed ? 'missed' : 'not missed'}`,
    faults: [...found.faults, ...(isMissed ? [] : ['the control held: a lost event is not noticed'])],
  }
}

const NEVER_SENT = '00000000-0000-7000-8000-000000000000'

async function count(sql: Sql, table: 'events' | 'runs', { organisationId }: Ground): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    `SELECT count(*) AS n FROM ${table} WHERE organisation_id = $1`,
    [organisationId],
  )
  return (rows[0] as { n: number }).n
}

/** How many runs have not ended. */
export async function countUnfinished({ engine, organisationId }: Ground): Promise<number> {
  const { rows } = await engine.query<{ n: number }>(
    `SELECT count(*) AS n FROM runs
     WHERE organisation_id = $1 AND status NOT IN ('completed', 'failed', 'cancelled')`,
    [organisationId],
  )
  return (rows[0] as { n: number }).n
}
