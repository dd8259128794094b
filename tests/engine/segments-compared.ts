import type { Condition } from '@millrace/contract/condition'
import fc from 'fast-check'
import type { ClientConfig } from 'pg'
import { newId } from '../../server/src/base/ids.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import type { Sql } from '../../server/src/db/sql.ts'
import { type GuestProfile, profileColumns } from '../../server/src/guests/guest-profile.ts'
import { openRuns } from '../../server/src/runs/runs.fixture.ts'
import { guestVisitsOf } from '../../server/src/visits/guest-visits.ts'
import { holds } from '../../server/src/workflows/condition.ts'
import { someFacts } from '../../server/src/workflows/facts.fixture.ts'
import type { EventFacts, Facts } from '../../server/src/workflows/facts.ts'
import { expandSegments } from '../../server/src/workflows/segments/expand-segments.ts'
import { countMatching, listMatching } from '../../server/src/workflows/segments/members.ts'
import { segmentFaults } from '../../server/src/workflows/segments/segment-faults.ts'
import { VenueClock } from '../../server/src/workflows/venue-clock.ts'

const GUESTS = 60

const texts = ['', 'a', 'A', 'ab', 'gold', 'é', '😀', '\u{ffee}', '5', 'null', '%', "'", '\\']
const text = fc.constantFrom(...texts)
const number = fc.oneof(fc.integer({ min: -3, max: 8 }), fc.constantFrom(0.1, 0.5, 1e21, 12.5))
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null))
const keys = ['level', 'size', '__proto__', 'a.b']

const fields = {
  text: [
    'name',
    'email',
    'phone',
    'facts.currency',
    'facts.favourite_venue',
    'facts.last_visit',
    'facts.first_visit',
  ],
  number: [
    ...[
      'points',
      'facts.visits',
      'facts.spend',
      'facts.spend_30_days',
      'facts.average_spend',
      'facts.bookings',
    ],
    ...[
      'facts.days_since_last_visit',
      'events.till.last_30_days',
      'events.a.b.last_7_days',
      'events.none.last_365_days',
    ],
  ],
  boolean: ['email_consent', 'sms_consent', 'do_not_contact'],
  any: keys.map(key => `attributes.${key}`),
}
const of = (names: readonly string[]) => fc.constantFrom(...names.map(name => `guest.${name}`))

const leafOf = (field: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>, entry: fc.Arbitrary<unknown>) =>
  fc.oneof(
    fc.record({ field, operator: fc.constantFrom('equals', 'not_equals'), value }),
    fc.record({
      field,
      operator: fc.constantFrom('one_of', 'none_of'),
      value: fc.array(entry, { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ field, operator: fc.constantFrom('exists', 'not_exists') }),
  )
/** Which events are counted. */
const ofEvent = fc.constantFrom(...keys.map(key => `event.parameters.${key}`))
const eventLeaf = fc.oneof(
  leafOf(ofEvent, scalar, scalar),
  fc.record({ field: ofEvent, operator: fc.constantFrom('at_least', 'less_than'), value: number }),
  fc.record({
    field: fc.constant('event.serials'),
    operator: fc.constantFrom('contains', 'not_contains'),
    value: fc.constantFrom('A', 'B'),
  }),
)
const where = fc.oneof(
  eventLeaf,
  fc.record({ not: eventLeaf }),
  fc.record({ any: fc.array(eventLeaf, { minLength: 1, maxLength: 3 }) }),
  fc.record({ all: fc.array(eventLeaf, { minLength: 1, maxLength: 3 }) }),
)

const ordering = fc.constantFrom('greater_than', 'at_least', 'less_than', 'at_most')
const containing = fc.constantFrom('contains', 'not_contains')
const list = fc.constantFrom('guest.tags', 'guest.topics_off')

/** Comparisons that a form can build. */
const leaf = fc.oneof(
  leafOf(of(fields.text.slice(0, 5)), text, text),
  fc.record({
    field: of(fields.text.slice(0, 5)),
    operator: fc.constantFrom('contains', 'not_contains', 'starts_with'),
    value: text,
  }),
  fc.record({ field: of(fields.text), operator: fc.constantFrom('exists', 'not_exists') }),
  leafOf(of(fields.number), number, number),
  fc.record({ field: of(fields.number), operator: ordering, value: number }),
  fc.record({
    field: of(fields.number.filter(name => name.startsWith('events.'))),
    operator: ordering,
    value: number,
    where,
  }),
  fc.record({
    field: of(fields.boolean),
    operator: fc.constantFrom('equals', 'not_equals'),
    value: fc.boolean(),
  }),
  leafOf(of(fields.any), scalar, scalar),
  fc.record({ field: of(fields.any), operator: ordering, value: number }),
  fc.record({
    field: of(fields.any),
    operator: fc.constantFrom('contains', 'not_contains', 'starts_with'),
    value: text,
  }),
  fc.record({ field: list, operator: containing, value: text }),
  fc.record({
    field: list,
    operator: fc.constantFrom('one_of', 'none_of'),
    value: fc.array(text, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ field: list, operator: fc.constantFrom('exists', 'not_exists') }),
)

/** Segments that others may refer to, the second by way of the first. */
const known = new Map<string, { name: string; condition: Condition }>([
  [newId(), { name: 'Rich', condition: { field: 'guest.points', operator: 'at_least', value: 2 } }],
])
const [rich] = known.keys() as unknown as [string]
const others = newId()
known.set(others, {
  name: 'Others',
  condition: { not: { field: 'guest.segments', operator: 'contains', value: rich } },
})
const reference = fc.oneof(
  fc.record({
    field: fc.constant('guest.segments'),
    operator: containing,
    value: fc.constantFrom(rich, others),
  }),
  fc.record({
    field: fc.constant('guest.segments'),
    operator: fc.constantFrom('one_of', 'none_of'),
    value: fc.array(fc.constantFrom(rich, others), { minLength: 1, maxLength: 2 }),
  }),
)

const { condition } = fc.letrec<{ condition: unknown }>(tie => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: leaf, weight: 6 },
    { arbitrary: reference, weight: 1 },
    { arbitrary: fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }), weight: 2 },
    { arbitrary: fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }), weight: 2 },
    { arbitrary: fc.record({ not: tie('condition') }), weight: 1 },
  ),
}))

const days = fc.integer({ min: 0, max: 400 })
const guest = fc.record({
  name: fc.option(text),
  email_consent: fc.boolean(),
  do_not_contact: fc.boolean(),
  tags: fc.uniqueArray(text, { maxLength: 3 }),
  topics_off: fc.uniqueArray(fc.constantFrom(...texts.slice(1)), { maxLength: 3 }),
  points: fc.integer({ min: -2, max: 6 }),
  attributes: fc.dictionary(fc.constantFrom(...keys), scalar),
  visits: fc.array(
    fc.record({
      kind: fc.constantFrom('visit', 'booking', 'refund'),
      serial: fc.option(fc.constantFrom('A', 'B')),
      days,
      amount: fc.option(fc.constantFrom('0.10', '12.50', '5')),
      currency: fc.option(fc.constantFrom('GBP', 'EUR')),
    }),
    { maxLength: 4 },
  ),
  events: fc.array(
    fc.record({
      source: fc.constantFrom('till', 'a.b', 'other', null),
      days: fc.integer({ min: 0, max: 40 }),
      isHistory: fc.boolean(),
      serials: fc.uniqueArray(fc.constantFrom('A', 'B')),
      parameters: fc.dictionary(fc.constantFrom(...keys), scalar),
    }),
    { maxLength: 5 },
  ),
})

async function addGuests(tx: Sql, organisationId: string): Promise<void> {
  for (const { visits, events, ...one } of fc.sample(guest, { numRuns: GUESTS, seed: 7 })) {
    const id = newId()
    await tx.query(
      `INSERT INTO guests (organisation_id, id, name, email_consent, do_not_contact, tags, points, attributes, topics_off)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...[organisationId, id, one.name, one.email_consent, one.do_not_contact, one.tags, one.points],
        JSON.stringify(one.attributes),
        one.topics_off,
      ],
    )
    for (const { kind, serial, days: ago, amount, currency } of visits)
      await tx.query(
        `INSERT INTO visits (organisation_id, guest_id, event_id, kind, source, serial, occurred_at, amount, currency)
         VALUES ($1, $2, $3, $4, 'till', $5, now() - make_interval(hours => $6 * 24 + 1), $7, $8)`,
        [organisationId, id, newId(), kind, serial, ago, amount, amount === null ? null : currency],
      )
    // What is stored later than it occurred has the id of the time when it was stored.
    for (const { source, days: ago, isHistory, serials, parameters } of events)
      await tx.query(
        `INSERT INTO events (organisation_id, id, guest_id, serials, source, parameters, status, receipt, created_at, occurred_at)
         SELECT $1, overlay(gen_random_uuid()::text PLACING left(uuid_floor(stored.at)::text, 15) FROM 1 FOR 15)::uuid,
                $2, $6, $3, $7, 'history', '{}', stored.at, CASE WHEN $5 THEN t.at END
         FROM (SELECT now() - make_interval(hours => $4 * 24 + 1) AS at) AS t,
           LATERAL (SELECT CASE WHEN $5 THEN now() ELSE t.at END AS at) AS stored`,
        [organisationId, id, source, ago, isHistory, serials, JSON.stringify(parameters)],
      )
  }
}

async function everyGuest(tx: Sql, organisationId: string) {
  const { rows } = await tx.query<GuestProfile & { now: Date }>(
    `SELECT ${profileColumns}, now() AS now FROM guests g WHERE organisation_id = $1 ORDER BY id`,
    [organisationId],
  )
  const visits = await guestVisitsOf(
    tx,
    rows.map(({ id }) => ({ organisationId, guestId: id, serial: null })),
  )
  const events = await tx.query<EventFacts & { guest_id: string; at: Date }>(
    `SELECT guest_id, source, serials, parameters, coalesce(occurred_at, created_at) AS at
     FROM events WHERE organisation_id = $1`,
    [organisationId],
  )
  const byGuest = Map.groupBy(events.rows, row => row.guest_id)
  return rows.map(({ now, ...profile }, index) => ({
    id: profile.id,
    facts: {
      ...someFacts(profile, new VenueClock(now, 'UTC')),
      visits: visits[index],
      pastEvents: (byGuest.get(profile.id) ?? []).map(({ at, ...event }) => ({
        ...event,
        occurredAt: at.getTime(),
      })),
    } as Facts,
  }))
}

export interface Compared {
  readonly conditions: number
  /** How many guests they held for, in all. */
  readonly held: number
  readonly counterexample: string | undefined
}

/** Compares what the database and the engine say about random conditions and guests. */
export async function compareSegments(
  test: { connection: ClientConfig; drop(): Promise<void> },
  conditions: number,
  progress: (done: number) => void = () => {},
): Promise<Compared> {
  const ground = await openRuns(test)
  const { organisationId } = ground
  let [done, held] = [0, 0]
  try {
    return await inTransaction(ground.database.engine, async tx => {
      await addGuests(tx, organisationId)
      const guests = await everyGuest(tx, organisationId)
      const byId = new Map([...known].map(([id, segment]) => [id, segment.condition]))
      const checked = await fc.check(
        fc.asyncProperty(condition, async given => {
          const faults = segmentFaults(given, 'condition', { id: undefined, name: 'New', known })
          if (faults.length > 0) throw new Error(`refused: ${JSON.stringify(faults)}`)
          const expanded = expandSegments(given as Condition, byId)
          const expected = guests.filter(({ facts }) => holds(expanded, facts)).map(({ id }) => id)
          const found = await listMatching(tx, organisationId, expanded, { after: null, limit: GUESTS + 1 })
          const counted = await countMatching(tx, organisationId, expanded)
          if (found.join() !== expected.join() || counted !== expected.length)
            throw new Error(
              `the database has ${found.length} guests (${counted}), the engine ${expected.length}`,
            )
          held += expected.length
          done += 1
          if (done % 500 === 0) progress(done)
        }),
        { numRuns: conditions },
      )
      const counterexample = checked.failed ? fc.defaultReportMessage(checked) : undefined
      return { conditions: done, held, counterexample }
    })
  } finally {
    await ground.close()
  }
}
