import type { Sql } from '#db/sql.ts'
import { claimReEntries } from './claim-re-entries.ts'
import { applyEntryVerdict, entriesToClaim, type RoutedEvent } from './route-events.ts'

/** Asks, under their locks, for everyone at the door of a workflow with a re-entry limit; who may not come in does not. */
export async function claimEntries(
  tx: Sql,
  organisationId: string,
  /** Waited for only where there is a limit. */
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
