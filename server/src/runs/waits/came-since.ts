import { bareArray, textArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import { versionId } from '#workflows/catalogue.ts'
import type { CompiledVersion } from '#workflows/compile.ts'
import type { StoredEvent } from '#workflows/facts.ts'
import type { LoadedRun } from '../load/load-runs.ts'
import { versionOf, type WalkFacts } from '../walk/walk.ts'
import { SINCE_IT_STARTED } from './look-back.ts'

/**
 * The events that may have moved runs, by run: of sources that can, since the run started or was moved last. The guests
 * must be locked for listening, so that the walk knows all of them. Most batches read nothing here.
 */
export async function cameSince(
  tx: Sql,
  runs: readonly LoadedRun[],
  versions: WalkFacts['versions'],
): Promise<WalkFacts['came']> {
  const movable = runs.flatMap(run => {
    const { needs } = versions.get(versionId(versionOf(run))) as CompiledVersion
    return run.held || needs.movedBy.length === 0 ? [] : [{ run, sources: needs.movedBy }]
  })
  if (movable.length === 0) return new Map()
  const { rows } = await tx.query<StoredEvent & { run_id: string }>(STATEMENT, [
    bareArray(movable.map(({ run }) => run.organisationId)),
    bareArray(movable.map(({ run }) => run.id)),
    textArray(movable.map(({ sources }) => textArray(sources.map(source => source ?? '')))),
  ])
  const events = Map.groupBy(rows, ({ run_id }) => run_id)
  return new Map(
    movable.map(({ run }) => {
      const came = (events.get(run.id) ?? []).map(({ run_id: _, ...event }) => event)
      return [run.id, afterMove(came, run.memory?.event)]
    }),
  )
}

/** What an event has moved is not moved back by an event before it. */
export const afterMove = (came: readonly StoredEvent[], moved: StoredEvent | undefined): StoredEvent[] =>
  came.slice(came.findIndex(({ id }) => id === moved?.id) + 1)

const STATEMENT = `
  SELECT e.id, e.source, e.serials, e.parameters, r.id AS run_id
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS c (organisation_id, run_id, sources)
  JOIN runs r ON r.organisation_id = c.organisation_id AND r.id = c.run_id,
  LATERAL (
    SELECT * FROM events e
    WHERE ${SINCE_IT_STARTED} AND coalesce(e.source, '') = ANY(c.sources::text[])
    ORDER BY e.created_at DESC, e.id DESC LIMIT 1000
  ) AS e
  ORDER BY e.created_at, e.id`
