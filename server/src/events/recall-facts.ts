import type { Transaction } from '#db/database.ts'
import { oneOf } from '#db/one-of.ts'
import { unread } from '#guests/guest-profile.ts'
import type { AcceptParts } from './accept-parts.ts'
import type { BatchFacts, Gathered } from './batch-facts.ts'
import type { Incoming } from './incoming.ts'

/** Facts that this process remembers, with the revisions at which they were read. */
interface Recalled {
  readonly facts: BatchFacts
  readonly workflowRevision: number
  readonly settingsRevision: number
}

/**
 * The remembered facts of an organisation, if they are enough to decide a batch. Guests and the database's time are not
 * remembered, so no trigger may read them and no run may wait for their events; and an Idempotency-Key always has to be
 * read.
 */
export function recallFacts(
  { catalogue, organisations }: AcceptParts,
  organisationId: string,
  batch: readonly Incoming[],
): Recalled | undefined {
  const workflows = catalogue.remembered(organisationId)
  const settings = organisations.remembered(organisationId)
  if (workflows === undefined || settings === undefined || settings.organisation.watches) return undefined
  const { listening } = workflows
  if (listening.readsGuests || listening.readsTime || listening.readsVisits) return undefined
  if (listening.pastRuns.length > 0) return undefined
  if (batch.some(({ idempotency }) => idempotency !== undefined)) return undefined
  return {
    facts: {
      listening,
      organisation: settings.organisation,
      guests: new Map(batch.map(({ guestId }) => [guestId, unread(guestId)])),
      pastRuns: new Map(),
    },
    workflowRevision: workflows.revision,
    settingsRevision: settings.revision,
  }
}

/**
 * Makes the transaction check that the remembered facts still hold: the revisions, that every guest exists, that every
 * token is valid. If not, the whole transaction fails (`isStale`). Nothing is awaited: the writes follow in the same
 * packet.
 */
export function checkRecalled(
  { tokens }: AcceptParts,
  tx: Transaction,
  organisationId: string,
  batch: readonly Incoming[],
  { facts, workflowRevision, settingsRevision }: Recalled,
): Gathered {
  const guestIds = [...facts.guests.keys()]
  const hashes = [...new Set(batch.flatMap(({ unconfirmed }) => unconfirmed ?? []))]
  const guests = oneOf('$4', guestIds)
  const live = oneOf('$6', hashes)
  const text = `
    SELECT extract(epoch FROM now_if(
        EXISTS (SELECT FROM organisations WHERE id = $1 AND workflow_revision = $2 AND settings_revision = $3)
        AND (SELECT count(*) FROM guests WHERE organisation_id = $1 AND id ${guests.sql}) = $5
        ${hashes.length === 0 ? '' : `AND (${tokens.countLive('$1', live.sql)}) = $7`}
      ))::float8 * 1000 AS now_ms`
  const values = [organisationId, workflowRevision, settingsRevision, guests.value, guestIds.length]
  const checked = tx.query<{ now_ms: number }>(
    text,
    hashes.length === 0 ? values : [...values, live.value, hashes.length],
  )
  tx.later(checked)
  const now = checked.then(({ rows }) => new Date((rows[0] as { now_ms: number }).now_ms).toISOString())
  now.catch(() => {})
  return { facts, now, answered: new Map(), keep: () => {} }
}

/** The error that `now_if` raises; see migrations/0011_remembered.sql. */
export const isStale = (error: unknown): boolean => (error as { code?: string }).code === 'MR001'
