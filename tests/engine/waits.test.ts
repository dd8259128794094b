import type { NodeOf } from '@millrace/contract/node'
import { defaultSettings } from '@millrace/contract/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StepFacts, unlimited } from '../../server/src/steps/step.ts'
import { wait } from '../../server/src/steps/wait.ts'
import { waitForEvent } from '../../server/src/steps/wait-for-event.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { end, points, workflow } from './nodes.ts'
import { openStage, type Stage } from './stage.ts'

type Until = NodeOf<'wait'>['until']

const nightly = {
  weekly: { sunday: [{ from: '01:30', to: '05:00' }], monday: [{ from: '09:00', to: '17:00' }] },
}

/** At a venue in London, where the clocks went forward on 29 March 2026 at 01:00 UTC, and back on 25 October. */
const at = (now: string, opening_hours: unknown = null) =>
  ({
    now: new Date(now),
    resumed: undefined,
    came: [],
    settings: { ...defaultSettings, time_zone: 'Asia/Tokyo' },
    allowance: unlimited,
    run: { id: '', workflowId: '', unsubscribeUrl: () => '' },
    facts: { venue: { serial: 'LON', time_zone: 'Europe/London', opening_hours } },
  }) as unknown as StepFacts

const untilOf = (until: Until, now: string, hours: unknown = null) => {
  const decision = wait({ id: 'pause', type: 'wait', until, next: 'end' }, at(now, hours))
  return decision.kind === 'wait' ? decision.until?.toISOString() : 'no wait'
}

const forms: [string, Until, now: string, until: string, hours?: unknown][] = [
  [
    'a day over the change forward keeps the time of day',
    { after: { amount: 1, unit: 'days' } },
    '2026-03-28T10:00:00Z',
    '2026-03-29T09:00:00.000Z',
  ],
  [
    '24 hours over it are 24 hours',
    { after: { amount: 24, unit: 'hours' } },
    '2026-03-28T10:00:00Z',
    '2026-03-29T10:00:00.000Z',
  ],
  [
    'a day over the change back keeps the time of day',
    { after: { amount: 1, unit: 'days' } },
    '2026-10-24T09:00:00Z',
    '2026-10-25T10:00:00.000Z',
  ],
  [
    'a day that ends in the hour that is left out ends right after it',
    { after: { amount: 1, unit: 'days' } },
    '2026-03-28T01:30:00Z',
    '2026-03-29T01:00:00.000Z',
  ],
  [
    'a month from the 31st ends with the shorter month',
    { after: { amount: 1, unit: 'months' } },
    '2026-01-31T12:00:00Z',
    '2026-02-28T12:00:00.000Z',
  ],
  [
    'a moment is one, whatever the clocks do',
    { at: '2026-03-29T01:30:00Z' },
    '2026-03-28T00:00:00Z',
    '2026-03-29T01:30:00.000Z',
  ],
  ['a moment that has passed is no wait', { at: '2026-03-29T01:30:00Z' }, '2026-03-29T01:30:00Z', 'no wait'],
  [
    'a time of day in summer',
    { time: { time: '09:00' } },
    '2026-03-28T12:00:00Z',
    '2026-03-29T08:00:00.000Z',
  ],
  [
    'a time of day in winter',
    { time: { time: '09:00' } },
    '2026-10-24T12:00:00Z',
    '2026-10-25T09:00:00.000Z',
  ],
  [
    'a time of day that comes twice is the first of the two',
    { time: { time: '01:30' } },
    '2026-10-24T12:00:00Z',
    '2026-10-25T00:30:00.000Z',
  ],
  [
    'and not once more after it',
    { time: { time: '01:30' } },
    '2026-10-25T00:30:01Z',
    '2026-10-26T01:30:00.000Z',
  ],
  [
    'a weekday, a week ahead across the change',
    { time: { time: '10:00', weekdays: [7] } },
    '2026-03-22T10:00:01Z',
    '2026-03-29T09:00:00.000Z',
  ],
  [
    'opening in the hour that is left out is right after it',
    { open: true },
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:00:00.000Z',
    nightly,
  ],
  [
    'opening after a change back',
    { open: true },
    '2026-10-25T05:30:00Z',
    '2026-10-26T09:00:00.000Z',
    nightly,
  ],
  ['an open venue is no wait', { open: true }, '2026-03-30T09:00:00Z', 'no wait', nightly],
  [
    'a venue of which nobody said when it is open is',
    { open: true },
    '2026-03-30T09:00:00Z',
    'no wait',
    null,
  ],
]

test.each(forms)('%s', (_what, until, now, expected, hours = null) => {
  expect(untilOf(until, now, hours)).toBe(expected)
})

test('the time of a wait for an event is one of the venue too', () => {
  const node = {
    id: 'listen',
    type: 'wait_for_event',
    events: [{ source: 'visit', next: 'end' }],
    timeout: { after: { amount: 1, unit: 'days' }, next: 'end' },
  } as const
  expect(waitForEvent(node as never, at('2026-03-28T10:00:00Z'))).toMatchObject({
    until: new Date('2026-03-29T09:00:00Z'),
  })
})

describe('in the engine', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(await createTestDatabase())
    await stage.query(
      `INSERT INTO venues (organisation_id, serial, name, time_zone, opening_hours) VALUES ($1, 'TKY', 'Tokyo', 'Asia/Tokyo', $2)`,
      [stage.organisationId, JSON.stringify({ weekly: {}, exceptions: [{ date: '2199-01-01', spans: [] }] })],
    )
  })
  afterAll(() => stage.close())

  const cases: [string, Until][] = [
    ['a duration', { after: { amount: 2, unit: 'days' } }],
    ['a moment', { at: '2199-01-01T00:00:00Z' }],
    ['a time of day', { time: { time: '04:05' } }],
    ['a weekday', { time: { time: '04:05', weekdays: [3] } }],
  ]
  test.each(cases)(
    'a wait until %s ends when its time has come, once and not before',
    async (source, until) => {
      await stage.publish(
        workflow(source, [{ id: 'pause', type: 'wait', until, next: 'give' }, points('give'), end]),
      )
      const guestId = await stage.guest()
      const [runId] = (await stage.event(guestId, { source, serials: ['TKY'] })) as [string]
      await stage.work()
      const run = await stage.run(runId)
      expect(run).toMatchObject({ status: 'waiting', waiting_for: { type: 'time', until: run.resumes_at } })
      if (source === 'a time of day') expect(run.resumes_at).toMatch(/T19:05:00\.000Z$/)
      expect(await stage.wake()).toBe(0)
      await stage.pass(runId)
      expect(await stage.wake()).toBe(1)
      expect(await stage.wake()).toBe(0)
      await stage.work()
      expect(await stage.path(runId)).toEqual(['pause', 'give', 'end'])
      expect(await stage.points(guestId)).toBe(1)
    },
  )
})
