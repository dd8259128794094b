import type { EventAnswer, Receipt } from '@millrace/contract/event'
import { type Database, inTenant, type Transaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { type Claim, claimKeys, keepAnswers } from '#idempotency/idempotency.ts'
import type { Queue } from '#queue/queue.ts'
import { enqueueRuns } from '#runs/advance-job.ts'
import type { NewRun } from '#runs/insert-runs.ts'
import { guestKey } from '#runs/load-guests.ts'
import { loadPastRuns } from '#runs/load-past-runs.ts'
import { react } from '#runs/react.ts'
import type { Place, Places } from '#venues/places.ts'
import type { Catalogue } from '#workflows/catalogue.ts'
import { noPastRuns } from '#workflows/facts.ts'
import { claimReEntries } from './claim-re-entries.ts'
import { applyEntryDecision, type Decision, decide, entriesToClaim, toReceipt } from './decide.ts'
import { findReacting } from './find-reacting.ts'
import type { Accepted, Incoming } from './incoming.ts'
import { insertEvents } from './insert-events.ts'
import { type Context, readContext } from './read-context.ts'
import { receiptMessage } from './receipt.ts'

export interface AcceptParts {
  readonly database: Pick<Database, 'tenant'>
  readonly catalogue: Catalogue
  readonly places: Places
  readonly queue: Pick<Queue, 'enqueue'>
  /** Which of these tokens, by their hashes, still speak for the organisation? */
  confirmTokens(tx: Sql, organisationId: string, hashes: ReadonlySet<Buffer>): Promise<ReadonlySet<Buffer>>
}

/**
 * Takes a batch of one organisation's events in one transaction: claim the idempotency keys, read, route, decide
 * the re-entry limits, write. When it returns, everything is on disk.
 */
export function acceptBatch(
  parts: AcceptParts,
  organisationId: string,
  batch: readonly Incoming[],
  ending: 'COMMIT' | 'ROLLBACK' = 'COMMIT',
): Promise<Accepted[]> {
  return inTenant(
    parts.database,
    organisationId,
    async tx => {
      // Sent together: one round trip. What was read for an event that is not taken is not looked at.
      const [isGenuine, claims, context] = await Promise.all([
        confirm(parts, tx, organisationId, batch),
        claim(tx, organisationId, batch),
        readContext(tx, organisationId, batch, parts.catalogue.readGuests(organisationId)),
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
  { confirmTokens }: AcceptParts,
  tx: Transaction,
  organisationId: string,
  batch: readonly Incoming[],
): Promise<(incoming: Incoming) => boolean> {
  const hashes = new Set<Buffer>()
  for (const { unconfirmed } of batch) if (unconfirmed !== undefined) hashes.add(unconfirmed)
  if (hashes.size === 0) return () => true
  const good = await confirmTokens(tx, organisationId, hashes)
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
  const decisions = fresh
    .map(incoming =>
      decide(incoming, context, listening, {
        venues: place.venues,
        pastRuns: pastRuns.get(guestKey({ organisationId, guestId: incoming.guestId })) ?? noPastRuns,
      }),
    )
    .filter(decision => decision !== undefined)
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
  if (decisions.length === 0) return answers
  const events: { keyId: string | null; receipt: Receipt }[] = []
  const runs: NewRun[] = []
  const toKeep: Parameters<typeof keepAnswers>[2][number][] = []
  for (const decision of decisions) {
    const { incoming } = decision
    const receipt = toReceipt(decision, organisationId, now, place.venues)
    const answer = { message: receiptMessage(receipt), event: receipt }
    events.push({ keyId: incoming.keyId, receipt })
    runs.push(...newRuns(decision))
    const body = incoming.idempotency?.serialize(answer)
    answers.set(incoming, body === undefined ? { answer } : { answer, body })
    if (incoming.idempotency !== undefined && body !== undefined) {
      toKeep.push({ request: incoming.idempotency.request, answer: { status: 200, location: null, body } })
    }
  }
  tx.later(insertEvents(tx, organisationId, now, events, runs))
  if (runs.length > 0) {
    tx.later(
      enqueueRuns(
        tx,
        queue,
        runs.map(run => ({ organisation_id: organisationId, run_id: run.id, sequence: 0 })),
      ),
    )
  }
  if (toKeep.length > 0) tx.later(keepAnswers(tx, organisationId, toKeep))
  return answers
}

function newRuns(decision: Decision): NewRun[] {
  return decision.entered.map(({ workflow, runId }) => ({
    id: runId,
    workflowId: workflow.id,
    workflowVersion: workflow.version,
    guestId: decision.incoming.guestId,
    eventId: decision.eventId,
    input: decision.incoming.event,
  }))
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
