import type { EventAnswer } from '@millrace/contract/event'
import { type Database, inTenant, type Transaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { type Claim, claimKeys, keepAnswers } from '#idempotency/idempotency.ts'
import type { Queue } from '#queue/queue.ts'
import { guestKey } from '#runs/load/load-guests.ts'
import { loadPastRuns } from '#runs/load/load-past-runs.ts'
import { react } from '#runs/waits/react.ts'
import type { Place, Places } from '#venues/places.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import { noPastRuns } from '#workflows/facts.ts'
import { acceptAtOnce } from './accept-at-once.ts'
import { claimReEntries } from './claim-re-entries.ts'
import { applyEntryDecision, type Decision, decide, entriesToClaim } from './decide.ts'
import { findReacting } from './find-reacting.ts'
import type { Accepted, Incoming } from './incoming.ts'
import { type Context, readContext } from './read-context.ts'
import { answerOf, type Unstamped, writeDecisions } from './write-decisions.ts'

export interface AcceptParts {
  readonly database: Pick<Database, 'tenant'>
  readonly catalogue: Catalogue
  readonly places: Places
  readonly queue: Pick<Queue, 'enqueue'>
  readonly tokens: TokenCheck
}

export interface TokenCheck {
  /** Which of these tokens, by their hashes, still speak for the organisation? */
  confirm(tx: Sql, organisationId: string, hashes: ReadonlySet<Buffer>): Promise<ReadonlySet<Buffer>>
  /** The same as a part of a greater statement: how many do. */
  countLive(organisation: string, whichHashes: string): string
}

/**
 * Takes a batch of one organisation's events in one transaction. When it returns, everything is on disk. What is only
 * tried is not taken at once, so that it meets every statement there is.
 */
export async function acceptBatch(
  parts: AcceptParts,
  organisationId: string,
  batch: readonly Incoming[],
  ending: 'COMMIT' | 'ROLLBACK' = 'COMMIT',
): Promise<Accepted[]> {
  const accepted = ending === 'COMMIT' ? await acceptAtOnce(parts, organisationId, batch) : undefined
  return accepted ?? acceptWithCare(parts, organisationId, batch, ending)
}

/** Claim the idempotency keys, read, route, decide the re-entry limits, write. */
function acceptWithCare(
  parts: AcceptParts,
  organisationId: string,
  batch: readonly Incoming[],
  ending: 'COMMIT' | 'ROLLBACK',
): Promise<Accepted[]> {
  const profiles = parts.catalogue.remembered(organisationId)?.listening.readsGuests ?? true
  return inTenant(
    parts.database,
    organisationId,
    async tx => {
      // Sent together: one round trip. What was read for an event that is not taken is not looked at.
      const [isGenuine, claims, context] = await Promise.all([
        confirm(parts, tx, organisationId, batch),
        claim(tx, organisationId, batch),
        readContext(tx, organisationId, batch, profiles),
      ])
      const fresh = batch.filter(
        incoming => isGenuine(incoming) && (claims.get(incoming)?.kind ?? 'first') === 'first',
      )
      const place = await parts.places.at(tx, organisationId, context.settingsRevision)
      const decisions = await decideAll(parts, tx, organisationId, context, place, fresh)
      const answers = writeAll(parts, tx, organisationId, context.now, place, decisions)
      await react(
        tx,
        parts.queue,
        decisions.flatMap(decision => decision.reacting),
      )
      return batch.map(incoming =>
        isGenuine(incoming) ? outcome(incoming, claims.get(incoming), answers) : { kind: 'unauthenticated' },
      )
    },
    ending,
  )
}

async function confirm(
  { tokens }: AcceptParts,
  tx: Transaction,
  organisationId: string,
  batch: readonly Incoming[],
): Promise<(incoming: Incoming) => boolean> {
  const hashes = new Set<Buffer>()
  for (const { unconfirmed } of batch) if (unconfirmed !== undefined) hashes.add(unconfirmed)
  if (hashes.size === 0) return () => true
  const good = await tokens.confirm(tx, organisationId, hashes)
  return ({ unconfirmed }) => unconfirmed === undefined || good.has(unconfirmed)
}

async function claim(tx: Transaction, organisationId: string, batch: readonly Incoming[]) {
  const claims = new Map<Incoming, Claim>()
  const keyed = batch.flatMap(incoming =>
    incoming.idempotency === undefined ? [] : [{ incoming, request: incoming.idempotency.request }],
  )
  if (keyed.length === 0) return claims
  const found = await claimKeys(
    tx,
    organisationId,
    keyed.map(({ request }) => request),
  )
  for (const [index, { incoming }] of keyed.entries()) claims.set(incoming, found[index] as Claim)
  return claims
}

async function decideAll(
  { catalogue }: AcceptParts,
  tx: Transaction,
  organisationId: string,
  read: Context,
  place: Place,
  fresh: readonly Incoming[],
): Promise<Decision[]> {
  const listening = await catalogue.listening(tx, organisationId, read.workflowRevision)
  // What listens has changed since it was last looked at, or somebody waits for events: now the profiles are needed.
  const context =
    read.profiles || !(listening.readsGuests || place.watches)
      ? read
      : await readContext(tx, organisationId, fresh, true)
  const pastRuns = await loadPastRuns(
    tx,
    listening.pastRuns.length === 0 ? [] : fresh.map(({ guestId }) => ({ organisationId, guestId })),
    listening.pastRuns,
  )
  const decisions: Decision[] = []
  for (const incoming of fresh) {
    const guest = context.guests.get(incoming.guestId)
    if (guest === undefined) continue
    const past = pastRuns.get(guestKey({ organisationId, guestId: incoming.guestId })) ?? noPastRuns
    decisions.push(decide(incoming, guest, listening, { venues: place.venues, pastRuns: past }))
  }
  const limited = entriesToClaim(decisions)
  if (limited.length > 0) {
    const verdicts = await claimReEntries(
      tx,
      organisationId,
      context.now,
      limited.map(({ entry }) => entry),
    )
    for (const [index, { decision, entry }] of limited.entries()) {
      applyEntryDecision(decision, entry, verdicts[index] as (typeof verdicts)[number])
    }
  }
  if (place.watches && decisions.length > 0) {
    await findReacting(tx, catalogue, organisationId, context, place, decisions)
  }
  return decisions
}

/** Sends every write at once and waits for none: COMMIT follows right behind them. */
function writeAll(
  { queue }: AcceptParts,
  tx: Transaction,
  organisationId: string,
  now: string,
  place: Place,
  decisions: readonly Decision[],
): Map<Incoming, { answer: EventAnswer; body?: string }> {
  const answers = new Map<Incoming, { answer: EventAnswer; body?: string }>()
  const toKeep: Parameters<typeof keepAnswers>[2][number][] = []
  const receipts = writeDecisions(tx, queue, organisationId, place.venues, decisions)
  for (const [index, { incoming }] of decisions.entries()) {
    const answer = answerOf(receipts[index] as Unstamped, now)
    const body = incoming.idempotency?.serialize(answer)
    answers.set(incoming, body === undefined ? { answer } : { answer, body })
    if (incoming.idempotency !== undefined && body !== undefined) {
      toKeep.push({ request: incoming.idempotency.request, answer: { status: 200, location: null, body } })
    }
  }
  if (toKeep.length > 0) tx.later(keepAnswers(tx, organisationId, toKeep))
  return answers
}

function outcome(
  incoming: Incoming,
  claimed: Claim | undefined,
  answers: ReadonlyMap<Incoming, { answer: EventAnswer; body?: string }>,
): Accepted {
  if (claimed?.kind === 'replay') return { kind: 'replay', answer: claimed.answer }
  if (claimed?.kind === 'mismatch' || claimed?.kind === 'in_flight') return { kind: claimed.kind }
  const answered = answers.get(incoming)
  return answered === undefined ? { kind: 'guest_not_found' } : { kind: 'accepted', ...answered }
}
