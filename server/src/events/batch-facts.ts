import type { StoredAnswer } from '#idempotency/idempotency.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import type { GuestFacts, PastRuns } from '#workflows/facts.ts'
import type { ListeningWorkflows } from '#workflows/listening.ts'
import type { Accepted, Incoming } from './incoming.ts'

/** What a batch of one organisation's events is decided by. */
export interface BatchFacts {
  readonly listening: ListeningWorkflows
  readonly organisation: OrganisationFacts
  /** Those who are there; where no trigger asks who they are, nothing is known of them (`unread`). */
  readonly guests: ReadonlyMap<string, GuestFacts>
  /** By guest; only where a trigger asks for them. */
  readonly pastRuns: ReadonlyMap<string, PastRuns>
}

/** The facts of a transaction, remembered or read. */
export interface Gathered {
  readonly facts: BatchFacts
  /** The transaction's time, ISO 8601. Where facts are remembered, it comes with the answer to whether they still hold. */
  readonly now: Promise<string>
  /** Events that are answered without being decided: repeated, or with a token that is not good any more. */
  readonly answered: ReadonlyMap<Incoming, Accepted>
  /** Keeps the answers to events that came with an Idempotency-Key. */
  keep(answers: Iterable<readonly [Incoming, StoredAnswer]>): void
}
