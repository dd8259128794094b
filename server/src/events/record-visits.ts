import type { GuestVisits } from '@millrace/contract/condition/visit-facts'
import { newId } from '#base/ids.ts'
import { lockSeeds } from '#db/advisory-locks.ts'
import type { Transaction } from '#db/database.ts'
import { guestVisitsOf } from '#visits/guest-visits.ts'
import { insertVisits, type NewVisit } from '#visits/insert-visits.ts'
import { readVisit } from '#visits/read-visit.ts'
import type { BatchFacts, BatchVisits, RecordedVisit } from './batch-facts.ts'
import type { Incoming } from './incoming.ts'

const nothing: BatchVisits = { recorded: new Map(), facts: new Map() }

/**
 * Sends the ledger's entries for a batch, in the transaction that stores the events, and reads the facts that triggers
 * ask for. An event of a source without a meaning costs a look into a map; an organisation without meanings not even
 * that.
 */
export function recordVisits(
  tx: Transaction,
  organisationId: string,
  facts: BatchFacts,
  batch: readonly Incoming[],
): BatchVisits | Promise<BatchVisits> {
  const { listening, organisation } = facts
  if (organisation.meanings.size === 0 && !listening.readsVisits) return nothing
  const { visits, recorded } = readVisits(facts, batch)
  if (visits.size > 0) {
    // Of two visits at the same moment, one has to see the other: a trigger or a run may wait for the second.
    if (listening.readsVisits || organisation.watches) tx.later(lockVisiting(tx, visits.values()))
    tx.later(insertVisits(tx, organisationId, [...visits.values()]))
  }
  if (!listening.readsVisits) return { recorded, facts: nothing.facts }
  return readForTriggers(tx, organisationId, batch, recorded)
}

/** The visits that the events of a batch are by the meanings of their sources. */
export function readVisits(
  { organisation: { meanings }, guests }: BatchFacts,
  batch: readonly Incoming[],
): { visits: ReadonlyMap<Incoming, NewVisit>; recorded: ReadonlyMap<Incoming, RecordedVisit> } {
  const visits = new Map<Incoming, NewVisit>()
  const recorded = new Map<Incoming, RecordedVisit>()
  if (meanings.size === 0) return { visits, recorded }
  for (const incoming of batch) {
    const { guestId, event, occurredAt = null } = incoming
    const meaning = meanings.get(event.source ?? '')
    if (meaning === undefined || !guests.has(guestId)) continue
    const eventId = newId()
    const visit = readVisit(meaning, event.parameters)
    visits.set(incoming, {
      eventId,
      guestId,
      source: event.source,
      serial: event.serials[0] ?? null,
      occurredAt,
      visit,
    })
    recorded.set(incoming, { eventId, warnings: visit.warnings })
  }
  return { visits, recorded }
}

/** In the order of the guests, and before the locks on listening guests. */
function lockVisiting(tx: Transaction, visits: Iterable<NewVisit>): Promise<unknown> {
  const guestIds = new Set([...visits].map(({ guestId }) => guestId))
  return tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(key, ${lockSeeds.visitingGuest}))
     FROM (SELECT key FROM unnest($1::text[]) AS key ORDER BY key) AS ordered`,
    [[...guestIds]],
  )
}

/** As each event finds them: with its own entry, and without those of later events of the batch. */
async function readForTriggers(
  tx: Transaction,
  organisationId: string,
  batch: readonly Incoming[],
  recorded: ReadonlyMap<Incoming, RecordedVisit>,
): Promise<BatchVisits> {
  const later = new Map<string, string[]>()
  const visiting = batch.toReversed().map(incoming => {
    const { guestId, event } = incoming
    const without = later.get(guestId) ?? []
    const own = recorded.get(incoming)
    if (own !== undefined) later.set(guestId, [...without, own.eventId])
    return { organisationId, guestId, serial: event.serials[0] ?? null, without }
  })
  const found = (await guestVisitsOf(tx, visiting)).reverse()
  return {
    recorded,
    facts: new Map(batch.map((incoming, index) => [incoming, found[index] as GuestVisits])),
  }
}
