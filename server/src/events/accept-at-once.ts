import { inTenant } from '#db/database.ts'
import { oneOf } from '#db/one-of.ts'
import { type GuestFacts, noPastRuns } from '#workflows/facts.ts'
import type { AcceptParts } from './accept-batch.ts'
import { type Decision, decide, entriesToClaim } from './decide.ts'
import type { Accepted, Incoming } from './incoming.ts'
import { answerOf, writeDecisions } from './write-decisions.ts'

/**
 * Takes a batch in a single round trip, on what is remembered of its organisation. The same transaction checks that all
 * of it still holds, before it writes: if a workflow or a venue has changed, a token is not good any more or a guest is
 * not there, it fails as a whole, and nothing has happened. undefined: that, or more must be known than is remembered.
 */
export async function acceptAtOnce(
  parts: AcceptParts,
  organisationId: string,
  batch: readonly Incoming[],
): Promise<Accepted[] | undefined> {
  const known = recall(parts, organisationId)
  if (known === undefined || batch.some(({ idempotency }) => idempotency !== undefined)) return undefined
  const around = { venues: known.place.venues, pastRuns: noPastRuns }
  const decisions: Decision[] = []
  for (const incoming of batch) {
    decisions.push(decide(incoming, { id: incoming.guestId } as GuestFacts, known.listening, around))
  }
  if (entriesToClaim(decisions).length > 0) return undefined
  try {
    const { receipts, checked } = await inTenant(parts.database, organisationId, async tx => {
      const checked = tx.query<{ now_ms: number }>(...check(parts, organisationId, batch, known))
      tx.later(checked)
      return {
        receipts: writeDecisions(tx, parts.queue, organisationId, known.place.venues, decisions),
        checked,
      }
    })
    const [time] = (await checked).rows
    const now = new Date((time as { now_ms: number }).now_ms).toISOString()
    return receipts.map(receipt => ({ kind: 'accepted', answer: answerOf(receipt, now) }))
  } catch (error) {
    if ((error as { code?: string }).code === NO_NUMBER) return undefined
    throw error
  }
}

type Known = NonNullable<ReturnType<typeof recall>>

/** Nothing about the guest is remembered, so no trigger may ask, and no run may be waiting for what they do. */
function recall({ catalogue, places }: AcceptParts, organisationId: string) {
  const workflows = catalogue.remembered(organisationId)
  const settings = places.remembered(organisationId)
  if (workflows === undefined || settings === undefined || settings.place.watches) return undefined
  const { listening } = workflows
  if (listening.readsGuests || listening.pastRuns.length > 0) return undefined
  return {
    listening,
    place: settings.place,
    workflowRevision: workflows.revision,
    settingsRevision: settings.revision,
  }
}

const NO_NUMBER = '22P02'

/** The transaction's time; or a sentence that is none, which ends the transaction, and explains itself in PostgreSQL's log. */
function check(
  { tokens }: AcceptParts,
  organisationId: string,
  batch: readonly Incoming[],
  { workflowRevision, settingsRevision }: Known,
): [text: string, values: unknown[]] {
  const guestIds = [...new Set(batch.map(({ guestId }) => guestId))]
  const hashes = [...new Set(batch.flatMap(({ unconfirmed }) => unconfirmed ?? []))]
  const guests = oneOf('$4', guestIds)
  const live = oneOf('$6', hashes)
  const text = `
    SELECT (CASE WHEN
        EXISTS (SELECT FROM organisations WHERE id = $1 AND workflow_revision = $2 AND settings_revision = $3)
        AND (SELECT count(*) FROM guests WHERE organisation_id = $1 AND id ${guests.sql}) = $5
        ${hashes.length === 0 ? '' : `AND (${tokens.countLive('$1', live.sql)}) = $7`}
      THEN (extract(epoch FROM now()) * 1000)::text ELSE 'what is remembered does not hold any more' END)::float8 AS now_ms`
  const values = [organisationId, workflowRevision, settingsRevision, guests.value, guestIds.length]
  return [text, hashes.length === 0 ? values : [...values, live.value, hashes.length]]
}
