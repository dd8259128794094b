import type { Sql } from '#db/sql.ts'
import { type Catalogue, versionId } from '#workflows/catalogue.ts'
import { holds } from '#workflows/condition.ts'
import { findWatching, type WatchingRun } from './find-watching.ts'
import { guestKey } from './load-guests.ts'
import { exitRuns, type Reacting } from './react.ts'
import { factsOf, type Surroundings, type Walked } from './walk.ts'

const touches: ReadonlySet<string> = new Set(['points', 'tag', 'guest'])

/**
 * Ends other runs of guests whom a batch has changed, where their workflows say so. The runs of the batch itself have
 * looked already.
 */
export async function exitChanged(
  tx: Sql,
  catalogue: Catalogue,
  walked: readonly Walked[],
  surroundings: Surroundings,
): Promise<void> {
  const changed = walked.filter(
    ({ run, result }) =>
      surroundings.places.get(run.organisationId)?.watches === true &&
      result.effects.some(({ effect }) => touches.has(effect.type)),
  )
  if (changed.length === 0) return
  const own = new Set(walked.map(({ run }) => run.id))
  const guests = new Map(surroundings.guests)
  for (const { run, result } of changed)
    if (result.guest !== undefined) guests.set(guestKey(run), result.guest)
  for (const [organisationId, some] of Map.groupBy(changed, ({ run }) => run.organisationId)) {
    const guestIds = [...new Set(some.map(({ run }) => run.guestId))]
    const watching = (await findWatching(tx, organisationId, guestIds)).filter(run => !own.has(run.id))
    await exitWhere(tx, catalogue, watching, { ...surroundings, guests })
  }
}

/** Ends those of the runs whose workflows are not for their guests any more. */
export async function exitWhere(
  tx: Sql,
  catalogue: Catalogue,
  watching: readonly WatchingRun[],
  surroundings: Pick<Surroundings, 'guests' | 'places' | 'pastRuns'>,
): Promise<void> {
  if (watching.length === 0) return
  const keyOf = (run: WatchingRun) => ({
    organisationId: run.organisationId,
    workflowId: run.workflowId,
    version: run.workflowVersion,
  })
  const versions = await catalogue.versions(tx, watching.map(keyOf))
  const ending = watching.flatMap((run): Pick<Reacting, 'run' | 'reaction'>[] => {
    const version = versions.get(versionId(keyOf(run)))
    if (version === undefined || 'unreadable' in version) return []
    const facts = factsOf(run, version, surroundings)
    const exit = version.exits.find(({ on, when }) => on === 'guest' && facts && when && holds(when, facts))
    return exit === undefined
      ? []
      : [{ run, reaction: { kind: 'exit', reason: exit.label ?? 'the guest changed' } }]
  })
  if (ending.length > 0) await exitRuns(tx, ending)
}
