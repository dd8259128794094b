import type { NodeOf } from '@millrace/contract/node'
import type { SourceMeaning } from '@millrace/contract/source'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptBatch } from '../../server/src/events/accept-batch.ts'
import { guestVisitsOf } from '../../server/src/visits/guest-visits.ts'
import { setMeaning } from '../../server/src/visits/source-meanings.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { end, tag, waitFor, workflow } from './nodes.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
})
afterAll(() => stage.close())

const declare = (source: string, meaning: SourceMeaning | null) =>
  stage.asTenant(tx => setMeaning(tx, stage.organisationId, source, meaning, 'test'))

const factsOf = async (guestId: string, serial: string | null = null) => {
  const [found] = await stage.asTenant(tx =>
    guestVisitsOf(tx, [{ organisationId: stage.organisationId, guestId, serial }]),
  )
  return found as NonNullable<typeof found>
}

/** Takes the first case that holds. */
const branch = (cases: Record<string, { field: string; at_least: number }>): NodeOf<'branch'> => ({
  id: 'which',
  type: 'branch',
  cases: Object.entries(cases).map(([next, { field, at_least }]) => ({
    when: { field, operator: 'at_least', value: at_least },
    next,
  })),
  else: 'end',
})

test('the run that an event starts sees its visit, at all venues and at its own', async () => {
  await declare('bills', { kind: 'visit', amount: 'total' })
  await stage.publish(
    workflow('bills', [
      branch({
        regular: { field: 'guest.facts_here.visits', at_least: 2 },
        spender: { field: 'guest.facts.spend', at_least: 100.3 },
        first: { field: 'guest.facts.visits', at_least: 1 },
      }),
      tag('regular', 'regular'),
      tag('spender', 'spender'),
      tag('first', 'first'),
      end,
    ]),
  )
  const guestId = await stage.guest()
  const visit = async (total: number, serial: string) => {
    const [runId] = (await stage.event(guestId, {
      source: 'bills',
      parameters: { total },
      serials: [serial],
    })) as [string]
    await stage.work()
    return stage.path(runId)
  }
  expect(await visit(0.1, 'A')).toEqual(['which', 'first', 'end'])
  // 0.1 + 0.2 + 100 is 100.3 and not 100.30000000000001.
  expect(await visit(0.2, 'B')).toEqual(['which', 'first', 'end'])
  expect(await visit(100, 'C')).toEqual(['which', 'spender', 'end'])
  expect(await visit(1, 'A')).toEqual(['which', 'regular', 'end'])
  expect(await factsOf(guestId, 'A')).toMatchObject({
    all: { visits: 4, spend: 101.3, average_spend: 25.33, favourite_venue: 'A', days_since_last_visit: 0 },
    here: { visits: 2, spend: 1.1 },
  })
})

test('a refund takes from the spend, bookings and no-shows are counted, and other sources leave no entry', async () => {
  await declare('paid', { kind: 'visit', amount: 'total', currency: 'currency', covers: 'covers' })
  await declare('returned', { kind: 'refund', amount: 'total', currency: 'currency' })
  await declare('booked', { kind: 'booking', amount: 'deposit' })
  await declare('missed', { kind: 'no_show' })
  const guestId = await stage.guest()
  await stage.events([
    { guestId, source: 'paid', parameters: { total: 50, currency: 'gbp', covers: 4 } },
    { guestId, source: 'paid', parameters: { total: '30.50', currency: 'GBP' } },
    { guestId, source: 'paid', parameters: { total: 9_000, currency: 'JPY' } },
    { guestId, source: 'returned', parameters: { total: 10.25, currency: 'GBP' } },
    { guestId, source: 'returned', parameters: { total: -0.25 } },
    { guestId, source: 'booked', parameters: { deposit: 20 } },
    { guestId, source: 'missed' },
    { guestId, source: 'clicked', parameters: { total: 1 } },
  ])
  expect((await factsOf(guestId)).all).toMatchObject({
    visits: 3,
    spend: 70,
    spend_30_days: 70,
    average_spend: 35,
    currency: 'GBP',
    bookings: 1,
    no_shows: 1,
    favourite_venue: null,
  })
  const entries = await stage.query<object>(
    'SELECT source, amount::float8, covers FROM visits WHERE guest_id = $1',
    [guestId],
  )
  expect(entries).toHaveLength(7)
  expect(entries).toContainEqual({ source: 'paid', amount: 50, covers: 4 })
})

test('an amount that cannot be read is a warning in the receipt, and a visit without an amount', async () => {
  await declare('odd', { kind: 'visit', amount: 'total', currency: 'currency', covers: 'covers' })
  const guestId = await stage.guest()
  const warningsOf = async (parameters: Record<string, string | number | boolean | null>) => {
    const [accepted] = await acceptBatch(stage, stage.organisationId, [
      {
        organisationId: stage.organisationId,
        keyId: null,
        guestId,
        event: { source: 'odd', parameters, serials: [] },
        warnings: [],
      },
    ])
    return accepted?.kind === 'accepted' ? accepted.answer.event.warnings : undefined
  }
  expect(await warningsOf({ total: '12,50', currency: 'pounds', covers: 2.5 })).toEqual([
    'The parameter "total" holds no amount: "12,50".',
    'The parameter "currency" holds no currency: "pounds".',
    'The parameter "covers" holds no number of covers: 2.5.',
  ])
  expect(await warningsOf({})).toEqual(['The parameter "total" is missing, so the visit has no amount.'])
  expect(await warningsOf({ total: 1e300 })).toHaveLength(1)
  expect(await warningsOf({ total: 12.5 })).toEqual([])
  expect((await factsOf(guestId)).all).toMatchObject({ visits: 4, spend: 12.5, average_spend: 12.5 })
})

const firstVisit = { field: 'guest.facts.visits', operator: 'equals', value: 1 } as const

test('a trigger that asks for the first visit takes one of several that come at once, in one batch or in many', async () => {
  await declare('first', { kind: 'visit' })
  await stage.publish(workflow('first', [tag('welcome', 'welcome'), end], { when: firstVisit }))
  const together = await stage.guest()
  const inOneBatch = await stage.events(
    Array.from({ length: 5 }, () => ({ guestId: together, source: 'first' })),
  )
  expect(inOneBatch.map(({ runs }) => runs.length)).toEqual([1, 0, 0, 0, 0])
  for (let round = 0; round < 10; round += 1) {
    const guestId = await stage.guest()
    const apart = await Promise.all(
      Array.from({ length: 4 }, () => stage.event(guestId, { source: 'first' })),
    )
    expect(apart.flat()).toHaveLength(1)
  }
  expect((await factsOf(together)).all.visits).toBe(5)
})

test('a run that waits for the third visit hears it, however close the visits are', async () => {
  await declare('again', { kind: 'visit' })
  await stage.publish(
    workflow('begun', [
      {
        ...waitFor('third', { again: 'thanks' }),
        events: [
          {
            source: 'again',
            when: { field: 'guest.facts.visits', operator: 'at_least', value: 3 },
            next: 'thanks',
          },
        ],
      },
      tag('thanks', 'thanks'),
      end,
    ]),
  )
  for (let round = 0; round < 5; round += 1) {
    const guestId = await stage.guest()
    const [runId] = (await stage.event(guestId, { source: 'begun' })) as [string]
    await stage.work()
    await Promise.all(Array.from({ length: 3 }, () => stage.event(guestId, { source: 'again' })))
    await stage.work()
    expect(await stage.path(runId)).toEqual(['third', 'thanks', 'end'])
  }
})

test('an event that names a guest who does not exist leaves no entry', async () => {
  await declare('lost', { kind: 'visit' })
  await expect(stage.event('0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e', { source: 'lost' })).rejects.toThrow(
    'guest_not_found',
  )
  expect(await stage.query(`SELECT FROM visits WHERE source = 'lost'`)).toEqual([])
})

test('a source that is declared again is what it is now, from the next event on', async () => {
  const guestId = await stage.guest()
  await stage.event(guestId, { source: 'changing' })
  expect(await declare('changing', { kind: 'visit' })).toBe(true)
  expect(await declare('changing', { kind: 'visit', amount: null })).toBe(false)
  await stage.event(guestId, { source: 'changing' })
  expect(await declare('changing', { kind: 'booking' })).toBe(true)
  await stage.event(guestId, { source: 'changing' })
  expect(await declare('changing', null)).toBe(true)
  await stage.event(guestId, { source: 'changing' })
  expect((await factsOf(guestId)).all).toMatchObject({ visits: 1, bookings: 1 })
})

test('a visit was when its event says, also if it is history', async () => {
  await declare('late', { kind: 'visit', amount: 'total' })
  await stage.publish(workflow('late', [tag('late', 'late'), end]))
  const guestId = await stage.guest()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const sent = (days: number | null, history: boolean) => ({
    organisationId: stage.organisationId,
    keyId: null,
    guestId,
    event: { source: 'late', parameters: { total: 'ten' }, serials: [] },
    warnings: [],
    history,
    ...(days === null ? {} : { occurredAt: daysAgo(days) }),
  })
  const batch = [sent(400, true), sent(40, true), sent(10, false)]
  const accepted = await acceptBatch(stage, stage.organisationId, batch)
  expect(
    accepted.map(
      one => one.kind === 'accepted' && [one.answer.event.status, one.answer.event.warnings.length],
    ),
  ).toEqual([
    ['history', 1],
    ['history', 1],
    ['routed', 1],
  ])
  expect((await factsOf(guestId)).all).toMatchObject({
    visits: 3,
    first_visit: batch[0]?.occurredAt,
    last_visit: batch[2]?.occurredAt,
    days_since_last_visit: 10,
  })
})
