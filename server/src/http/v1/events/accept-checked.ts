import type { EventEntry } from '@millrace/contract/sent-event'
import type { Identity } from '#access/identity.ts'
import type { GiveTurn } from '#base/turns.ts'
import { inTenant } from '#db/database.ts'
import type { Accepted, Incoming } from '#events/incoming.ts'
import { type Found, findOrCreate } from '#guests/identifiers/find-or-create.ts'
import { toRefusal } from '../../edge/answer-error.ts'
import { ignoredFields } from '../../edge/ignored-fields.ts'
import { testWarnings } from '../../edge/test-warnings.ts'
import type { HttpParts } from '../../parts.ts'
import { Refusal } from '../../refusal.ts'
import { type CheckedEntry, eventOf } from './check-entry.ts'
import { acceptedEntry } from './entry.ts'

/** Who sends, and over how many of our webhooks what they send came about. */
export interface Sender extends Identity {
  readonly hops?: number
}

type Parts = Pick<HttpParts, 'database' | 'acceptEvent' | 'metrics'>

/** In one transaction: as many as take a few milliseconds. */
const AT_ONCE = 100

/**
 * Accepts events in portions, each of which is one transaction on the path that every event takes. A portion that fails
 * does not undo the ones before it, so its events are refused one by one and can be sent again.
 */
export async function acceptChecked(
  parts: Parts,
  identity: Sender,
  entries: readonly CheckedEntry[],
  giveTurn: GiveTurn,
): Promise<(EventEntry | Refusal)[]> {
  const twins = new Map<string, CheckedEntry>()
  const firsts: CheckedEntry[] = []
  const results = new Map<CheckedEntry, EventEntry | Refusal>()
  for (const entry of entries) {
    const { id } = entry.sent
    const twin = id ? twins.get(id) : undefined
    if (twin === undefined) firsts.push(entry)
    else if (!twin.once?.fingerprint.equals(entry.once?.fingerprint as Buffer))
      results.set(entry, new Refusal('idempotency_mismatch', { message: MISMATCH }))
    if (id && twin === undefined) twins.set(id, entry)
  }
  for (let from = 0; from < firsts.length; from += AT_ONCE) {
    const portion = firsts.slice(from, from + AT_ONCE)
    const accepted = await acceptPortion(parts, identity, portion)
    for (const [index, entry] of portion.entries())
      results.set(entry, accepted[index] as EventEntry | Refusal)
    await giveTurn()
  }
  // The second of two equal entries is answered as if it had come a moment later.
  return entries.map(entry => {
    const result = results.get(entry)
    if (result !== undefined) return result
    const first = results.get(twins.get(entry.sent.id as string) as CheckedEntry) as EventEntry | Refusal
    return first instanceof Refusal ? first : { ...first, repeated: true }
  })
}

const MISMATCH = 'This id was used before, with other content. Use a new id for a new event.'

async function acceptPortion(
  parts: Parts,
  identity: Sender,
  entries: readonly CheckedEntry[],
): Promise<(EventEntry | Refusal)[]> {
  try {
    const guests = await findGuests(parts, identity, entries)
    const known = entries.flatMap((entry, index) => {
      const guest = guests[index] as Found
      return guest.kind === 'missing' ? [] : [{ entry, guest, incoming: toIncoming(identity, entry, guest) }]
    })
    const accepted = await parts.acceptEvent.many(
      identity.organisationId,
      known.map(({ incoming }) => incoming),
    )
    const results = new Map<CheckedEntry, EventEntry | Refusal>()
    for (const [index, { entry, guest }] of known.entries()) {
      const result = toResult(entry, guest.kind === 'created', accepted[index] as Accepted)
      if (!(result instanceof Refusal) && !result.repeated)
        parts.metrics.eventsAccepted.inc({ status: result.event?.status as string })
      results.set(entry, result)
    }
    return entries.map(entry => results.get(entry) ?? new Refusal('guest_not_found', { message: NO_GUEST }))
  } catch (error) {
    // Nothing of this portion is stored. What is wrong with the service is wrong with each of its events.
    const refusal = toRefusal(error as never)
    if (refusal.code === 'internal_error') throw error
    return entries.map(() => refusal)
  }
}

const NO_GUEST = 'There is no guest with these identifiers. Send create: true to create one.'

/** Who each event is about. Guests who are asked for by their id are looked up where the event is accepted. */
async function findGuests(
  { database }: Parts,
  { organisationId }: Identity,
  entries: readonly CheckedEntry[],
): Promise<Found[]> {
  const sought = entries.filter(({ guestId }) => guestId === null)
  const found =
    sought.length === 0
      ? []
      : await inTenant(database, organisationId, tx =>
          findOrCreate(
            tx,
            organisationId,
            sought.map(({ identifiers, sent: { guest } }) => ({
              identifiers,
              create: guest?.create === true,
              name: guest?.name ?? null,
            })),
          ),
        )
  const bySought = new Map(sought.map((entry, index) => [entry, found[index] as Found]))
  return entries.map(
    entry =>
      bySought.get(entry) ??
      ({
        kind: 'found',
        guestId: entry.guestId as string,
        by: { type: 'external_id', system: '', value: '' },
      } as const),
  )
}

function toIncoming(
  { organisationId, keyId, hops, test }: Sender,
  { sent, once }: CheckedEntry,
  guest: Exclude<Found, { kind: 'missing' }>,
): Incoming {
  const id = sent.id ?? null
  return {
    organisationId,
    keyId,
    guestId: guest.guestId,
    event: {
      ...eventOf(sent),
      ...(hops === undefined ? {} : { hops }),
      ...(test ? { test } : {}),
    },
    ...(sent.occurred_at ? { occurredAt: new Date(sent.occurred_at).toISOString() } : {}),
    ...(sent.history ? { history: true } : {}),
    warnings: [...ignoredFields(sent, KNOWN), ...testWarnings({ test })],
    ...(once === undefined
      ? {}
      : {
          idempotency: {
            request: { keyId, ...once },
            serialize: answer => JSON.stringify(acceptedEntry(id, answer, guest.kind === 'created')),
          },
        }),
  }
}

const KNOWN = [
  'id',
  'organisation_registration_id',
  'guest',
  'serials',
  'parameters',
  'occurred_at',
  'history',
]

function toResult({ sent }: CheckedEntry, created: boolean, accepted: Accepted): EventEntry | Refusal {
  switch (accepted.kind) {
    case 'accepted':
      return acceptedEntry(sent.id ?? null, accepted.answer, created)
    case 'replay':
      return { ...(JSON.parse(accepted.answer.body) as EventEntry), repeated: true }
    case 'mismatch':
      return new Refusal('idempotency_mismatch', { message: MISMATCH })
    case 'in_flight':
      return new Refusal('idempotency_in_flight', {
        message: 'An event with this id is still being accepted. Send it again in a moment.',
      })
    case 'unauthenticated':
    case 'guest_not_found':
      return new Refusal('guest_not_found')
  }
}
