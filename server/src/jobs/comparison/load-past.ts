import type { Sql } from '#db/sql.ts'
import type { PastVisits } from '#simulation/past-visits.ts'
import { loadVisits } from '#simulation/read-history.ts'
import type { LedgerEntry } from '#visits/ledger.ts'
import type { Side } from './side.ts'

export const noLedgers: ReadonlyMap<string, readonly LedgerEntry[]> = new Map()

/** The earlier runs of guests, of the workflows that a side asks about. */
export function visitsFor(
  sql: Sql,
  organisationId: string,
  sides: readonly Side[],
  guestIds: readonly string[],
): Promise<Map<string, PastVisits>> {
  const asked = sides.flatMap(({ workflow: { needs } }) => [...needs.pastRuns, ...needs.pastRunsAtTrigger])
  return loadVisits(sql, organisationId, guestIds, [...new Set(asked)])
}
