import type { EventKind } from '@millrace/contract/source'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { type Database, inTransaction, openDatabase } from '#db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts'
import { factsFrom } from './facts-from.ts'
import type { LedgerEntry } from './ledger.ts'
import { loadVisitFacts } from './load-visit-facts.ts'
import { readVisit } from './read-visit.ts'

let ground: TestDatabase
let database: Database
beforeAll(async () => {
  ground = await createTestDatabase()
  database = openDatabase(ground.connection, {
    applicationName: 'test of facts',
    tenantConnections: 1,
    engineConnections: 1,
    onError: () => {},
  })
})
afterAll(async () => {
  await database.close()
  await ground.drop()
})

const DAY_MS = 86_400_000
const kinds: EventKind[] = ['visit', 'booking', 'no_show', 'review', 'refund']

/** Close to the edges of the windows, and often at the same moment. */
const age = fc.oneof(
  fc.integer({ min: 0, max: 500 * DAY_MS }),
  fc
    .constantFrom(0, 30, 90, 365)
    .chain(days => fc.integer({ min: -2, max: 2 }).map(ms => Math.max(0, days * DAY_MS + ms))),
)
const entry = fc.record({
  kind: fc.constantFrom(...kinds),
  serial: fc.constantFrom(null, 'A', 'B', 'b'),
  age,
  amount: fc.option(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })),
  currency: fc.constantFrom(null, 'GBP', 'EUR'),
})

test('the database computes the facts that follow from the entries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 25 }), async given => {
      const [organisationId, guestId] = [newId(), newId()]
      await inTransaction(database.engine, async tx => {
        const { rows } = await tx.query<{ now: Date }>(`SELECT date_trunc('milliseconds', now()) AS now`)
        const { now } = rows[0] as { now: Date }
        const entries = given.map(
          ({ age, amount, ...rest }): LedgerEntry => ({
            ...rest,
            eventId: newId(),
            source: '',
            occurredAt: new Date(now.getTime() - age),
            amount: amount === null ? null : BigInt(amount),
          }),
        )
        // In microseconds from the transaction's time, so that the edges of the windows are the same edges.
        await tx.query(
          `INSERT INTO visits (organisation_id, guest_id, event_id, kind, source, serial, occurred_at, amount, currency)
           SELECT $1, $2, e.id, e.kind, '', e.serial, now() - make_interval(secs => e.age / 1000), e.amount::numeric, e.currency
           FROM unnest($3::uuid[], $4::text[], $5::text[], $6::float8[], $7::text[], $8::text[])
             AS e (id, kind, serial, age, amount, currency)`,
          [
            organisationId,
            guestId,
            entries.map(({ eventId }) => eventId),
            entries.map(({ kind }) => kind),
            entries.map(({ serial }) => serial),
            given.map(({ age }) => age),
            given.map(({ amount }) => (amount === null ? null : (amount / 10_000).toFixed(4))),
            entries.map(({ currency }) => currency),
          ],
        )
        const left = entries[0] === undefined ? [] : [entries[0].eventId]
        const found = await loadVisitFacts(tx, [
          { organisationId, guestId, serials: null },
          { organisationId, guestId, serials: ['A'] },
          { organisationId, guestId, serials: ['b', 'B'] },
          { organisationId, guestId, serials: null, without: left },
          { organisationId, guestId: newId(), serials: null },
        ])
        const at = (...serials: string[]) => entries.filter(one => serials.includes(one.serial ?? ''))
        expect(found).toEqual([
          factsFrom(entries, now),
          factsFrom(at('A'), now),
          factsFrom(at('b', 'B'), now),
          factsFrom(entries.slice(1), now),
          factsFrom([], now),
        ])
      })
    }),
    { numRuns: 200 },
  )
})

test('amounts are read exactly, from numbers and from plain decimal texts, and from nothing else', () => {
  const amountIn = (value: string | number | boolean, kind: EventKind = 'visit') =>
    readVisit({ kind, amount: 'x' }, { x: value }).amount
  expect([12.5, '12.50', ' +3 ', -4, 1e-7, 0.30000000000000004].map(value => amountIn(value))).toEqual([
    '12.5',
    '12.5',
    '3',
    '-4',
    '0',
    '0.3',
  ])
  expect(['12,50', '£12', '1e3', '', true, 1e12, '9'.repeat(30)].map(value => amountIn(value))).toEqual(
    Array.from({ length: 7 }, () => null),
  )
  expect([amountIn(5, 'refund'), amountIn(-5, 'refund'), amountIn(0, 'refund')]).toEqual(['-5', '-5', '0'])
  expect(readVisit({ kind: 'visit', amount: 'constructor' }, {}).amount).toBe(null)
})
