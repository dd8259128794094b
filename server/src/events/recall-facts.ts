import type { Transaction } from '#db/database.ts'
import { oneOf } from '#db/one-of.ts'
import { bare, bytes, type Column, rowSource, rowValues } from '#db/row-source.ts'
import { unread } from '#guests/guest-profile.ts'
import type { AcceptParts, TokenCheck } from './accept-parts.ts'
import type { BatchFacts, Gathered } from './batch-facts.ts'
import type { Decided } from './decide-at-once.ts'
import type { Incoming } from './incoming.ts'

/** Facts that this process remembers, with the revisions at which they were read. */
export interface Recalled {
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
  recalled: Recalled,
): Gathered {
  const { workflowRevision, settingsRevision, guestIds, hashes } = whatMustHold(batch, recalled)
  const guests = oneOf('$4', guestIds)
  const live = oneOf('$6', hashes)
  const conditions = `
    EXISTS (SELECT FROM organisations WHERE id = $1 AND workflow_revision = $2 AND settings_revision = $3)
    AND (SELECT count(*) FROM guests WHERE organisation_id = $1 AND id ${guests.sql}) = $5
    ${hashes.length === 0 ? '' : `AND (${tokens.countLive('$1', live.sql)}) = $7`}`
  const values = [organisationId, workflowRevision, settingsRevision, guests.value, guestIds.length]
  const now = timeIf(tx, conditions, hashes.length === 0 ? values : [...values, live.value, hashes.length])
  return { facts: recalled.facts, now, answered: new Map(), keep: () => {} }
}

/** What has to hold when a batch is stored by remembered facts. */
export interface Checks {
  readonly workflowRevision: number
  readonly settingsRevision: number
  readonly guestIds: readonly string[]
  /** Of tokens that are not confirmed yet. */
  readonly hashes: readonly Buffer[]
}

export const whatMustHold = (
  batch: readonly Incoming[],
  { facts, workflowRevision, settingsRevision }: Recalled,
): Checks => ({
  workflowRevision,
  settingsRevision,
  guestIds: [...facts.guests.keys()],
  hashes: [...new Set(batch.flatMap(({ unconfirmed }) => unconfirmed ?? []))],
})

type Sharer = Pick<Decided, 'organisationId' | 'checks'>

/** The same for batches of several organisations: each guest and each token has to be one of its organisation. */
export function checkTogether(tx: Transaction, tokens: TokenCheck, all: readonly Sharer[]): Promise<string> {
  const guests = all.flatMap(({ organisationId, checks }) =>
    checks.guestIds.map(id => ({ organisationId, id })),
  )
  const hashes = all.flatMap(({ organisationId, checks }) =>
    checks.hashes.map(hash => ({ organisationId, hash })),
  )
  const conditions = `
    (SELECT count(*) FROM ${rowSource('many', revisions, 1)} AS o (id, workflow_revision, settings_revision)
     JOIN organisations USING (id, workflow_revision, settings_revision)) = $8
    AND (SELECT count(*) FROM ${rowSource('many', guestsOf, 4)} AS g (organisation_id, id)
         JOIN guests USING (organisation_id, id)) = $9
    AND (${tokens.countLiveOfSeveral(rowSource('many', hashesOf, 6))}) = $10`
  return timeIf(tx, conditions, [
    ...rowValues('many', revisions, all),
    ...rowValues('many', guestsOf, guests),
    ...rowValues('many', hashesOf, hashes),
    all.length,
    guests.length,
    hashes.length,
  ])
}

const ofOrganisation = bare<{ readonly organisationId: string }>('uuid', row => row.organisationId)

const revisions: readonly Column<Sharer>[] = [
  ofOrganisation,
  bare('bigint', ({ checks }) => checks.workflowRevision),
  bare('bigint', ({ checks }) => checks.settingsRevision),
]
const guestsOf: readonly Column<{ readonly organisationId: string; readonly id: string }>[] = [
  ofOrganisation,
  bare('uuid', ({ id }) => id),
]
const hashesOf: readonly Column<{ readonly organisationId: string; readonly hash: Buffer }>[] = [
  ofOrganisation,
  bytes(({ hash }) => hash),
]

/** The time of the transaction, ISO 8601. It fails if the conditions do not hold. */
function timeIf(tx: Transaction, conditions: string, values: unknown[]): Promise<string> {
  const checked = tx.query<{ now_ms: number }>(
    `SELECT extract(epoch FROM now_if(${conditions}))::float8 * 1000 AS now_ms`,
    values,
  )
  tx.later(checked)
  const now = checked.then(({ rows }) => new Date((rows[0] as { now_ms: number }).now_ms).toISOString())
  now.catch(() => {})
  return now
}

/** The error that `now_if` raises; see migrations/0011_remembered.sql. */
export const isStale = (error: unknown): boolean => (error as { code?: string }).code === 'MR001'
