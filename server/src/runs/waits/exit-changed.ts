import type { Sql } from '#db/sql.ts'
import type { OrganisationFactsCache } from '#venues/organisation-facts.ts'
import { type Catalogue, versionId } from '#workflows/catalogue.ts'
import { holds } from '#workflows/condition.ts'
import type { GuestFacts } from '#workflows/facts.ts'
import { guestKey } from '../load/load-guests.ts'
import { loadPastRunsFor } from '../load/load-past-runs.ts'
import { readClock } from '../load/read-clock.ts'
import { factsOf, versionOf, type Walked, type WalkFacts } from '../walk/walk.ts'
import { findLeaving, type WatchingRun } from './find-watching.ts'
import { exitRuns, type Reacting } from './react.ts'

const touches: ReadonlySet<string> = new Set(['points', 'tag', 'guest'])

/**
 * Ends runs of guests whom a batch has changed, if their workflows say so. This includes runs of the batch itself: one
 * may have started to wait before another changed its guest.
 */
export async function exitChanged(
  tx: Sql,
  catalogue: Catalogue,
  walked: readonly Walked[],
  walkFacts: WalkFacts,
): Promise<void> {
  const changed = walked.filter(
    ({ run, result }) =>
      walkFacts.organisations.get(run.organisationId)?.watches === true &&
      result.effects.some(({ effect }) => touches.has(effect.type)),
  )
  if (changed.length === 0) return
  const guests = new Map(walkFacts.guests)
  for (const { run, result } of changed)
    if (result.guest !== undefined) guests.set(guestKey(run), result.guest)
  for (const [organisationId, some] of Map.groupBy(changed, ({ run }) => run.organisationId)) {
    const guestIds = [...new Set(some.map(({ run }) => run.guestId))]
    const watching = await findLeaving(tx, organisationId, guestIds)
    const { organisations, now } = walkFacts
    await exitWhere(tx, catalogue, watching, { guests, organisations, now })
  }
}

/** For changes from outside, in their transaction: ends runs of a guest whose workflows are no longer for them. */
export async function exitForGuest(
  tx: Sql,
  {
    catalogue,
    organisations,
  }: { readonly catalogue: Catalogue; readonly organisations: OrganisationFactsCache },
  guest: GuestFacts & { readonly organisation_id: string },
): Promise<void> {
  const organisationId = guest.organisation_id
  const found = await organisations.find(tx, [organisationId])
  if (found.get(organisationId)?.watches !== true) return
  const watching = await findLeaving(tx, organisationId, [guest.id])
  const guests = new Map([[guestKey({ organisationId, guestId: guest.id }), guest]])
  await exitWhere(tx, catalogue, watching, { guests, organisations: found, now: await readClock(tx) })
}

/** Ends those of the runs whose workflows are no longer for their guests. */
async function exitWhere(
  tx: Sql,
  catalogue: Catalogue,
  watching: readonly WatchingRun[],
  walkFacts: Pick<WalkFacts, 'guests' | 'organisations' | 'now'>,
): Promise<void> {
  if (watching.length === 0) return
  const versions = await catalogue.versions(tx, watching.map(versionOf))
  const pastRuns = await loadPastRunsFor(tx, watching, versions)
  const ending = watching.flatMap((run): Pick<Reacting, 'run' | 'reaction'>[] => {
    const version = versions.get(versionId(versionOf(run)))
    if (version === undefined || 'unreadable' in version) return []
    const facts = factsOf(run, version, { ...walkFacts, pastRuns })
    const exit = version.exits.find(({ on, when }) => on === 'guest' && facts && when && holds(when, facts))
    return exit === undefined
      ? []
      : [{ run, reaction: { kind: 'exit', reason: exit.label ?? 'the guest changed' } }]
  })
  if (ending.length > 0) await exitRuns(tx, ending)
}
