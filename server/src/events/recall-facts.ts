import type { Transaction } from '#db/database.ts'
import { oneOf } from '#db/one-of.ts'
import { unread } from '#guests/guest-profile.ts'
import type { AcceptParts } from './accept-parts.ts'
import type { BatchFacts, Gathered } from './batch-facts.ts'
import type { Incoming } from './incoming.ts'

/** Facts that this process remembers, with what they were read at. */
interface Recalled {
  readonly facts: BatchFacts
  readonly workflowRevision: number
  readonly settingsRevision: number
}

/**
 * What is remembered of an organisation, where that is enough to decide a batch. Nothing is remembered of guests, so no
 * trigger may ask for them and no run may be waiting for what they do; and an Idempotency-Key has to be read.
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
  if (listening.readsGuests || listening.pastRuns.length > 0) return undefined
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
 * Has the transaction check that what is remembered still holds: the revisions, that every guest is there, that every
 * token is good. If not, it fails as a whole (`isStale`). Nothing is waited for: what is decided follows in one packet.
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

/** What `now_if` raises; see migrations/0011_remembered.sql. */
export const isStale = (error: unknown): boolean => (error as { code?: string }).code === 'MR001'
