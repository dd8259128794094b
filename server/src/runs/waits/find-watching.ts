import { idRange } from '#base/id-range.ts'
import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { EventFacts } from '#workflows/facts.ts'
import type { RunMemory } from '../load/load-runs.ts'
import { ANYTHING, keysOfEvent } from './listening-keys.ts'
import type { Watching } from './watch.ts'

/** A run that listens, as it is in the database. */
export interface WatchingRun extends Watching {
  readonly organisationId: string
  readonly id: string
  readonly workflowId: string
  readonly workflowVersion: number
  readonly guestId: string
  readonly sequence: number
  readonly input: EventFacts
  readonly memory: RunMemory | null
  /** An event has moved it, and it has not taken the step since. */
  readonly moving: boolean
}

/** The runs that may listen for one of these events; for a wait, only while they wait there. */
export function findWatching(
  tx: Sql,
  organisationId: string,
  events: readonly { readonly guestId: string; readonly event: EventFacts }[],
): Promise<WatchingRun[]> {
  const guests = Map.groupBy(events, ({ guestId }) => guestId)
  return find(
    tx,
    organisationId,
    [...guests].map(([guestId, own]) => ({
      guestId,
      keys: [...new Set(own.flatMap(({ event }) => keysOfEvent(event)))],
    })),
  )
}

/** The runs of these guests that a change of their guest may end. */
export async function findLeaving(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
): Promise<WatchingRun[]> {
  const guests = guestIds.map(guestId => ({ guestId, keys: [ANYTHING] }))
  return (await find(tx, organisationId, guests)).filter(({ kind }) => kind === 'exit')
}

async function find(
  tx: Sql,
  organisationId: string,
  guests: readonly { readonly guestId: string; readonly keys: readonly string[] }[],
): Promise<WatchingRun[]> {
  const { rows: watches } = await tx.query<{ run_id: string; kind: string }>(WATCHES, [
    organisationId,
    bareArray(guests.map(({ guestId }) => guestId)),
    textArray(guests.map(({ keys }) => textArray(keys))),
  ])
  if (watches.length === 0) return []
  const runIds = watches.map(watch => watch.run_id)
  const { rows } = await tx.query<WatchingRun>(RUNS, [
    organisationId,
    bareArray(runIds),
    bareArray(watches.map(watch => watch.kind)),
    ...idRange(runIds),
  ])
  return rows
}

const MOVING = `(r.status IN ('running', 'paused') AND coalesce(r.resumption->>'kind' = 'moved', false))`

// One look into the index for each guest, whatever the number of keys. A run that listens for an event in several ways
// is found once for each kind. Most guests have none, and then no month of runs is touched.
const WATCHES = `
  SELECT DISTINCT w.run_id, w.kind
  FROM unnest($2::uuid[], $3::text[]) AS g (guest_id, keys),
    LATERAL (
      SELECT w.run_id, w.kind FROM watches w
      WHERE w.organisation_id = $1 AND w.guest_id = g.guest_id AND w.key = ANY(g.keys::text[])
    ) AS w`

const RUNS = `
  SELECT w.kind, r.organisation_id AS "organisationId", r.id, r.workflow_id AS "workflowId",
         r.workflow_version AS "workflowVersion", r.guest_id AS "guestId", r.node_id AS "nodeId", r.sequence,
         r.input, r.memory, ${MOVING} AS moving
  FROM unnest($2::uuid[], $3::text[]) AS w (run_id, kind)
  JOIN runs r ON r.organisation_id = $1 AND r.id = w.run_id AND r.id BETWEEN $4 AND $5
  WHERE r.status NOT IN ('completed', 'failed', 'cancelled') AND (w.kind = 'exit' OR r.status = 'waiting' OR ${MOVING})
  ORDER BY r.id, w.kind`
