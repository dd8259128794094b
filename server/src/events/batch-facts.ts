import type { GuestVisits } from '@millrace/contract/condition/visit-facts'
import type { StoredAnswer } from '#idempotency/idempotency.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import type { GuestFacts, PastRuns } from '#workflows/facts.ts'
import type { ListeningWorkflows } from '#workflows/listening.ts'
import type { Accepted, Incoming } from './incoming.ts'

/** The facts that decide a batch of one organisation's events. */
export interface BatchFacts {
  readonly listening: ListeningWorkflows
  readonly organisation: OrganisationFacts
  /** The guests that exist; if no trigger reads guests, their profiles are not loaded (`unread`). */
  readonly guests: ReadonlyMap<string, GuestFacts>
  /** By guest; only if a trigger reads them. */
  readonly pastRuns: ReadonlyMap<string, PastRuns>
}

/** What the ledger has for the events of a batch: their own entries, and the facts that triggers read. */
export interface BatchVisits {
  readonly recorded: ReadonlyMap<Incoming, RecordedVisit>
  /** Only if a trigger reads them. */
  readonly facts: ReadonlyMap<Incoming, GuestVisits>
}

/** An entry of the ledger, sent before its event is routed. */
export interface RecordedVisit {
  readonly eventId: string
  readonly warnings: readonly string[]
}

/** The facts of a transaction, remembered or read. */
export interface Gathered {
  readonly facts: BatchFacts
  /**
   * The transaction's time, ISO 8601. If facts are remembered, it arrives with the result of the check that they still
   * hold.
   */
  readonly now: Promise<string>
  /** Events that are answered without routing: repeated ones, and those whose token is no longer valid. */
  readonly answered: ReadonlyMap<Incoming, Accepted>
  /** Stores the answers to events that came with an Idempotency-Key. */
  keep(answers: Iterable<readonly [Incoming, StoredAnswer]>): void
}
