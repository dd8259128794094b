import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import { versionId } from '#workflows/catalogue.ts'
import type { CompiledVersion } from '#workflows/compile.ts'
import type { StoredEvent } from '#workflows/facts.ts'
import type { LoadedRun } from '../load/load-runs.ts'
import { factsOf, versionOf, type WalkFacts } from '../walk/walk.ts'
import type { Reacting } from './react.ts'
import { reaction, type Watching } from './watch.ts'

export type LookBackFacts = Pick<
  WalkFacts,
  'versions' | 'guests' | 'organisations' | 'pastRuns' | 'now' | 'visits'
>

/** A run that starts to listen, and for what. */
export interface Beginning {
  readonly run: LoadedRun
  readonly version: CompiledVersion
  readonly watching: Watching
}

/**
 * For runs that start to listen now: the first event since each run started that concerns it. The guest must be locked
 * for listening. An event that woke the run at an earlier node does not count again.
 */
export async function lookBack(
  tx: Sql,
  beginning: readonly Beginning[],
  facts: LookBackFacts,
): Promise<Reacting[]> {
  if (beginning.length === 0) return []
  const { rows } = await tx.query<StoredEvent & { run_id: string }>(SINCE_IT_BEGAN, [
    bareArray(beginning.map(({ run }) => run.organisationId)),
    bareArray(beginning.map(({ run }) => run.id)),
  ])
  const events = Map.groupBy(rows, ({ run_id }) => run_id)
  return beginning.flatMap(one => firstReaction(one, events.get(one.run.id) ?? [], facts))
}

/** Why runs that do not listen for their exits yet, because they are new or retried, have to end at once. */
export async function lookForExits(
  tx: Sql,
  runs: readonly LoadedRun[],
  facts: LookBackFacts,
): Promise<Map<string, string>> {
  const leaving = runs.flatMap((run): Beginning[] => {
    const version = facts.versions.get(versionId(versionOf(run))) as CompiledVersion
    if (run.held || !version.exits.some(({ on }) => on === 'event')) return []
    return [{ run, version, watching: { kind: 'exit', nodeId: null } }]
  })
  if (leaving.length === 0) return new Map()
  const { rows } = await tx.query<{ run_id: string }>(
    `SELECT run_id FROM watches
     WHERE kind = 'exit' AND (organisation_id, guest_id, run_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]))`,
    [
      bareArray(leaving.map(({ run }) => run.organisationId)),
      bareArray(leaving.map(({ run }) => run.guestId)),
      bareArray(leaving.map(({ run }) => run.id)),
    ],
  )
  const already = new Set(rows.map(row => row.run_id))
  const heard = await lookBack(
    tx,
    leaving.filter(({ run }) => !already.has(run.id)),
    facts,
  )
  return new Map(
    heard.flatMap(({ run, reaction }) =>
      reaction.kind === 'exit' ? [[run.id, reaction.reason] as const] : [],
    ),
  )
}

function firstReaction(
  { run, version, watching }: Beginning,
  events: readonly StoredEvent[],
  lookBackFacts: LookBackFacts,
): Reacting[] {
  const facts = factsOf(run, version, lookBackFacts)
  if (facts === undefined) return []
  for (const { id, source, serials, parameters } of events) {
    const event: StoredEvent = { id, source, serials, parameters }
    const reacted = reaction(watching, version, { ...facts, event })
    if (reacted !== undefined) return [{ run, event, reaction: reacted }]
  }
  return []
}

/**
 * Which events `e` a run `r` looks back at. Ids start with the time of the process that made them, whose clock may be
 * wrong; created_at is the database's. Events from the same moment as the run, in one batch with the event that started
 * it, count.
 */
export const SINCE_IT_STARTED = `e.organisation_id = r.organisation_id AND e.guest_id = r.guest_id
      AND e.id > uuid_floor(r.created_at - interval '2 days') AND e.created_at >= r.created_at
      AND e.id IS DISTINCT FROM r.event_id AND e.status <> 'history'`

const SINCE_IT_BEGAN = `
  SELECT e.id, e.source, e.serials, e.parameters, r.id AS run_id
  FROM unnest($1::uuid[], $2::uuid[]) AS c (organisation_id, run_id)
  JOIN runs r ON r.organisation_id = c.organisation_id AND r.id = c.run_id,
  LATERAL (
    SELECT * FROM events e
    WHERE ${SINCE_IT_STARTED}
      AND NOT EXISTS (
        SELECT FROM every_step s
        WHERE s.organisation_id = r.organisation_id AND s.run_id = r.id AND s.detail->>'event_id' = e.id::text)
    ORDER BY e.created_at, e.id LIMIT 1000
  ) AS e`
