import { inTenant, type Transaction } from '#db/database.ts'
import { currentGuests } from '#guests/merge/current-guest.ts'
import type { StoredAnswer } from '#idempotency/idempotency.ts'
import type { Queue } from '#queue/queue.ts'
import { react } from '#runs/waits/react.ts'
import type { AcceptParts } from './accept-parts.ts'
import type { Gathered } from './batch-facts.ts'
import { claimEntries } from './claim-entries.ts'
import { decideAtOnce } from './decide-at-once.ts'
import { findReacting, GuestsGone } from './find-reacting.ts'
import type { Accepted, Incoming } from './incoming.ts'
import { readFacts } from './read-facts.ts'
import { checkRecalled, isStale, type Recalled, recallFacts } from './recall-facts.ts'
import { recordVisits } from './record-visits.ts'
import { countStarts, refuseLoops, reportLoops } from './refuse-loops.ts'
import { type RoutedEvent, routeEvents } from './route-events.ts'
import { answerOf, type Unstamped, writeRoutedEvents } from './write-routed-events.ts'

/**
 * Accepts a batch of one organisation's events in one transaction. When it returns, everything is on disk.
 *
 * If the facts that this process remembers are enough to decide, the transaction takes one round trip and checks that
 * all of them still hold. If they do not, the transaction has no effect, and the batch is decided again by facts that
 * are read. A dry run always reads its facts, so that it executes every statement. An event of a guest who was merged is
 * accepted for the guest who stayed.
 */
export async function acceptBatch(
  parts: AcceptParts,
  organisationId: string,
  batch: readonly Incoming[],
  ending: 'COMMIT' | 'ROLLBACK' = 'COMMIT',
): Promise<Accepted[]> {
  const accepted = await decide(parts, organisationId, batch, ending)
  // Only these can be of merged guests, so the others pay nothing for them.
  const missing = batch.filter((_, index) => accepted[index]?.kind === 'guest_not_found')
  if (missing.length === 0) return accepted
  const merged = await followMerged(parts, organisationId, missing)
  if (merged.size === 0) return accepted
  const followed = [...merged.values()]
  const again = await acceptBatch(parts, organisationId, followed, ending)
  const answers = new Map(followed.map((incoming, index) => [incoming, again[index] as Accepted]))
  return batch.map((incoming, index) => {
    const follows = merged.get(incoming)
    return (follows && answers.get(follows)) ?? (accepted[index] as Accepted)
  })
}

/** The events of merged guests, each as one of the guest who stayed. */
async function followMerged(
  { database }: AcceptParts,
  organisationId: string,
  missing: readonly Incoming[],
): Promise<Map<Incoming, Incoming>> {
  const current = await inTenant(database, organisationId, tx =>
    currentGuests(
      tx,
      organisationId,
      missing.map(({ guestId }) => guestId),
    ),
  )
  return new Map(
    missing.flatMap(incoming => {
      const guestId = current.get(incoming.guestId)
      return guestId === undefined ? [] : [[incoming, { ...incoming, guestId }] as const]
    }),
  )
}

async function decide(
  parts: AcceptParts,
  organisationId: string,
  batch: readonly Incoming[],
  ending: 'COMMIT' | 'ROLLBACK',
): Promise<Accepted[]> {
  const recalled = ending === 'COMMIT' ? recallFacts(parts, organisationId, batch) : undefined
  if (recalled !== undefined) {
    try {
      return await acceptRecalled(parts, organisationId, batch, recalled)
    } catch (error) {
      if (!isStale(error)) throw error
    }
  }
  const read = () =>
    accept(parts, organisationId, batch, tx => readFacts(parts, tx, organisationId, batch), ending)
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof GuestsGone)) throw error
    // What is read now has them gone from the beginning.
    return decide(parts, organisationId, batch, ending)
  }
}

async function acceptRecalled(
  parts: AcceptParts,
  organisationId: string,
  batch: readonly Incoming[],
  recalled: Recalled,
): Promise<Accepted[]> {
  const alone = () =>
    accept(
      parts,
      organisationId,
      batch,
      tx => checkRecalled(parts, tx, organisationId, batch, recalled),
      'COMMIT',
    )
  if (parts.sharing === undefined || batch.length > MOST_TO_SHARE) return alone()
  const decide = () => decideAtOnce(parts, organisationId, batch, recalled)
  return parts.sharing.run({ organisationId, decide }, alone)
}

/** A batch that is larger gains nothing by sharing, and others would wait for it. */
const MOST_TO_SHARE = 16

/**
 * Gathers the facts, enters visits into the ledger, routes, claims re-entries, finds the runs that wait for the events, writes, and answers after the
 * commit.
 */
async function accept(
  { database, catalogue, queue, loops: guard }: AcceptParts,
  organisationId: string,
  batch: readonly Incoming[],
  gather: (tx: Transaction) => Gathered | Promise<Gathered>,
  ending: 'COMMIT' | 'ROLLBACK',
): Promise<Accepted[]> {
  const { gathered, routedEvents, receipts, bodies } = await inTenant(
    database,
    organisationId,
    async tx => {
      const gathered = await gather(tx)
      const { facts, now, answered } = gathered
      const fresh = batch.filter(incoming => !answered.has(incoming))
      const visits = await recordVisits(tx, organisationId, facts, fresh)
      const at = facts.listening.readsTime ? new Date(await now) : undefined
      const routedEvents = routeEvents(organisationId, fresh, facts, at, visits)
      await claimEntries(tx, organisationId, now, routedEvents)
      const loops = refuseLoops(guard, routedEvents)
      tx.onCommit(() => countStarts(guard, loops))
      reportLoops(tx, guard, organisationId, loops)
      if (facts.organisation.watches)
        await findReacting(tx, catalogue, organisationId, { ...facts, now }, routedEvents)
      await reach(tx, queue, routedEvents)
      const receipts = writeRoutedEvents(tx, queue, organisationId, facts.organisation.venues, routedEvents)
      const bodies = await keepKeyed(gathered, routedEvents, receipts)
      return { gathered, routedEvents, receipts, bodies }
    },
    ending,
  )
  const answers = new Map<Incoming, Accepted>(gathered.answered)
  const now = await gathered.now
  for (const [index, { incoming }] of routedEvents.entries()) {
    const answer = answerOf(receipts[index] as Unstamped, now)
    const body = bodies.get(incoming)
    answers.set(incoming, { kind: 'accepted', answer, ...(body === undefined ? {} : { body }) })
  }
  return batch.map(incoming => answers.get(incoming) ?? { kind: 'guest_not_found' })
}

/**
 * Wakes, moves and ends the runs that listen for the events. This happens before the receipts are written, because a wait can be
 * over by now: a receipt names what happened.
 */
async function reach(
  tx: Transaction,
  queue: Pick<Queue, 'enqueue'>,
  routedEvents: readonly RoutedEvent[],
): Promise<void> {
  const reacting = routedEvents.flatMap(routed => routed.reacting)
  if (reacting.length === 0) return
  const { woke, moved, ended } = await react(tx, queue, reacting)
  const reached = { wake: woke, move: moved, exit: ended }
  for (const routed of routedEvents) {
    routed.reacting = routed.reacting.filter(({ run, reaction }) => reached[reaction.kind].has(run.id))
  }
}

/** Stores the exact bytes of the answers to events that came with an Idempotency-Key, and returns those bytes. */
async function keepKeyed(
  { now, keep }: Gathered,
  routedEvents: readonly RoutedEvent[],
  receipts: readonly Unstamped[],
): Promise<ReadonlyMap<Incoming, string>> {
  const bodies = new Map<Incoming, string>()
  if (!routedEvents.some(({ incoming }) => incoming.idempotency !== undefined)) return bodies
  const stamp = await now
  const answers: (readonly [Incoming, StoredAnswer])[] = []
  for (const [index, { incoming }] of routedEvents.entries()) {
    if (incoming.idempotency === undefined) continue
    const body = incoming.idempotency.serialize(answerOf(receipts[index] as Unstamped, stamp))
    bodies.set(incoming, body)
    answers.push([incoming, { status: 200, location: null, body }])
  }
  keep(answers)
  return bodies
}
