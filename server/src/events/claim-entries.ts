import type { Sql } from '#db/sql.ts'
import { claimReEntries } from './claim-re-entries.ts'
import { applyEntryVerdict, entriesToClaim, type RoutedEvent } from './route-events.ts'

/**
 * Claims the entries into workflows with a re-entry limit, under their locks, and turns away the guests who may not
 * enter.
 */
export async function claimEntries(
  tx: Sql,
  organisationId: string,
  /** Awaited only if there is a limit. */
  now: Promise<string>,
  routedEvents: readonly RoutedEvent[],
): Promise<void> {
  const limited = entriesToClaim(routedEvents)
  if (limited.length === 0) return
  const verdicts = await claimReEntries(
    tx,
    organisationId,
    await now,
    limited.map(({ entry }) => entry),
  )
  for (const [index, { routedEvent, entry }] of limited.entries()) {
    applyEntryVerdict(routedEvent, entry, verdicts[index] as (typeof verdicts)[number])
  }
}
