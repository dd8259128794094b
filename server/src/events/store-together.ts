import type { Transaction } from '#db/database.ts'
import { enqueueRuns } from '#runs/advance-job.ts'
import { insertVisitsOfSeveral } from '#visits/insert-visits.ts'
import type { AcceptParts } from './accept-parts.ts'
import type { Decided } from './decide-at-once.ts'
import { insertEventsOfSeveral } from './insert-events.ts'
import { checkTogether } from './recall-facts.ts'
import { begin } from './write-routed-events.ts'

export type StoringParts = Pick<AcceptParts, 'queue' | 'tokens'>

/**
 * Stores decided batches of several organisations, and returns the time. Row-level security does not see to it here that an organisation keeps to
 * what is its part: every row names its organisation, and the check compares that of each guest and each token.
 */
export async function storeTogether(
  tx: Transaction,
  { queue, tokens }: StoringParts,
  all: readonly Decided[],
): Promise<string> {
  const now = checkTogether(tx, tokens, all)
  const visits = all.flatMap(({ organisationId, visits }) =>
    visits.map(visit => ({ ...visit, organisationId })),
  )
  if (visits.length > 0) tx.later(insertVisitsOfSeveral(tx, visits))
  const runs = all.flatMap(({ organisationId, runs }) => runs.map(run => ({ ...run, organisationId })))
  const events = all.flatMap(({ events }) => events)
  tx.later(insertEventsOfSeveral(tx, events, runs))
  const beginning = all.flatMap(({ organisationId, runs }) => begin(organisationId, runs))
  if (beginning.length > 0) tx.later(enqueueRuns(tx, queue, beginning))
  return now
}
