import type { Condition } from '@millrace/contract/condition'
import type { NodeOf } from '@millrace/contract/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../support/postgres.ts'
import { end, points, tag, webhook, workflow } from './nodes.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
})
afterAll(() => stage.close())

const perPound: NodeOf<'award_points'> = {
  id: 'give',
  type: 'award_points',
  points: { field: 'event.parameters.spend', times: 1, round: 'down', at_most: 500 },
  next: 'end',
}

test('a bill gives a point for each full pound, a refund takes them back, and a bill without an amount says so', async () => {
  await stage.publish(workflow('bills', [perPound, end]))
  const guestId = await stage.guest()
  const spend = async (amount: number | string | null) => {
    const [runId] = (await stage.event(guestId, { source: 'bills', parameters: { spend: amount } })) as [
      string,
    ]
    await stage.work()
    return runId
  }
  await spend(142.99)
  expect(await stage.points(guestId)).toBe(142)
  await spend(-142.99)
  expect(await stage.points(guestId)).toBe(0)
  await spend(9_000.5)
  expect(await stage.points(guestId)).toBe(500)
  const skipped = await spend('142.99')
  expect(await stage.points(guestId)).toBe(500)
  expect(await stage.run(skipped)).toMatchObject({ status: 'completed' })
  const [step] = await stage.query<{ status: string; detail: object }>(
    `SELECT status, detail FROM every_step WHERE run_id = $1 AND node_id = 'give'`,
    [skipped],
  )
  expect(step).toEqual({
    status: 'skipped',
    detail: {
      reason: 'no_value',
      expected: 'a number',
      field: 'event.parameters.spend',
      found: '142.99',
    },
  })
})

test('a reminder waits until a day before the booking, and one that comes too late goes another way', async () => {
  const reminder: NodeOf<'wait'> = {
    id: 'reminder',
    type: 'wait',
    until: { moment: { field: 'event.parameters.booked_for', before: { amount: 24, unit: 'hours' } } },
    next: 'remind',
    if_passed: 'late',
  }
  await stage.publish(workflow('bookings', [reminder, points('remind'), tag('late', 'booked late'), end]))
  const guestId = await stage.guest()
  const book = async (booked_for: string) => {
    const [runId] = (await stage.event(guestId, { source: 'bookings', parameters: { booked_for } })) as [
      string,
    ]
    await stage.work()
    return runId
  }
  const early = await book('2199-07-01T19:30:00+01:00')
  expect(await stage.run(early)).toMatchObject({ status: 'waiting', resumes_at: '2199-06-30T18:30:00.000Z' })
  await stage.pass(early)
  expect(await stage.wake()).toBe(1)
  await stage.work()
  expect(await stage.path(early)).toEqual(['reminder', 'remind', 'end'])

  const late = await book(new Date(Date.now() + 3_600_000).toISOString())
  expect(await stage.path(late)).toEqual(['reminder', 'late', 'end'])

  const unreadable = await book('next Friday')
  expect(await stage.run(unreadable)).toMatchObject({
    status: 'failed',
    error: {
      code: 'unreadable_moment',
      message:
        'There is nothing to wait for: "event.parameters.booked_for" is "next Friday", which is no date such as 2026-03-01T19:30.',
      node_id: 'reminder',
    },
  })
})

const attributesOf = async (guestId: string) => {
  const [row] = await stage.query<{ attributes: object }>('SELECT attributes FROM guests WHERE id = $1', [
    guestId,
  ])
  return row?.attributes
}

const update = (
  id: string,
  changes: NodeOf<'update_guest'>['changes'],
  next = 'end',
): NodeOf<'update_guest'> => ({ id, type: 'update_guest', changes, next })

test('a step writes numbers, dates, yes and no from the event, each of its type', async () => {
  const spend = { field: 'event.parameters.spend' }
  await stage.publish(
    workflow('profiles', [
      update('write', [
        { field: 'attributes.spend', value: { number: { ...spend, times: 100 } } },
        {
          field: 'attributes.expires',
          value: { moment: { field: 'event.parameters.day', after: days(30) } },
        },
        { field: 'attributes.member', value: { yes_no: { field: 'event.parameters.member' } } },
        { field: 'sms_consent', value: { yes_no: { field: 'event.parameters.member', or: false } } },
      ]),
      end,
    ]),
  )
  const guestId = await stage.guest({ sms_consent: true })
  const [whole] = await stage.event(guestId, {
    source: 'profiles',
    parameters: { spend: 1.15, day: '2026-02-01', member: true },
  })
  await stage.work()
  expect(await attributesOf(guestId)).toEqual({ spend: 115, expires: '2026-03-03', member: true })

  // What the next event does not have is left as it is, and the rest is written.
  const [half] = await stage.event(guestId, { source: 'profiles', parameters: { spend: '2', member: false } })
  await stage.work()
  expect(await attributesOf(guestId)).toEqual({ spend: 115, expires: '2026-03-03', member: false })
  const detailOf = async (run: string | undefined) => (await stage.stepsOf(run as string))[0]?.detail
  expect(await detailOf(whole)).toEqual({
    changed: ['sms_consent', 'attributes.spend', 'attributes.expires', 'attributes.member'],
    values: {
      'attributes.spend': 115,
      'attributes.expires': '2026-03-03',
      'attributes.member': true,
      sms_consent: true,
    },
  })
  expect(await detailOf(half)).toEqual({
    changed: ['sms_consent', 'attributes.member'],
    values: { 'attributes.member': false, sms_consent: false },
    left_out: [
      { change: 'attributes.spend', expected: 'a number', field: 'event.parameters.spend', found: '2' },
      { change: 'attributes.expires', expected: 'a date', field: 'event.parameters.day', found: null },
    ],
  })
})

const days = (amount: number) => ({ amount, unit: 'days' }) as const

test('additions are exact, come after what was set before them, and later steps see them', async () => {
  const add = (id: string, next: string) => update(id, [{ field: 'attributes.sum', plus: 0.1 }], next)
  const enough = { field: 'guest.attributes.sum', operator: 'equals', value: 0.3 } as const
  await stage.publish(
    workflow('sums', [
      update(
        'reset',
        [{ field: 'attributes.sum', value: { number: { field: 'event.parameters.from' } } }],
        'one',
      ),
      add('one', 'two'),
      add('two', 'enough'),
      { id: 'enough', type: 'branch', cases: [{ when: enough, next: 'yes' }], else: 'end' },
      tag('yes', 'summed'),
      end,
    ]),
  )
  const guestId = await stage.guest({ attributes: { sum: 5, other: 'kept' } })
  const [runId] = await stage.event(guestId, { source: 'sums', parameters: { from: 0.1 } })
  await stage.work()
  expect(await stage.path(runId as string)).toEqual(['reset', 'one', 'two', 'enough', 'yes', 'end'])
  expect(await attributesOf(guestId)).toEqual({ sum: 0.3, other: 'kept' })
})

test('events of one guest in one batch all add to the same number', async () => {
  await stage.publish(
    workflow('visits', [
      update('count', [
        { field: 'attributes.visits', plus: 1 },
        { field: 'attributes.__proto__', plus: { field: 'event.parameters.spend' } },
      ]),
      end,
    ]),
  )
  const guestId = await stage.guest()
  const visits = Array.from({ length: 30 }, () => ({
    guestId,
    source: 'visits',
    parameters: { spend: 0.1 },
  }))
  await stage.events(visits)
  // Four workers at once, so that some runs share a batch and others do not.
  await Promise.all(Array.from({ length: 4 }, () => stage.workOnce(4)))
  await stage.work()
  const [row] = await stage.query<{ visits: string; exact: boolean }>(
    `SELECT attributes ->> 'visits' AS visits, (attributes ->> '__proto__')::numeric = 3 AS exact
     FROM guests WHERE id = $1`,
    [guestId],
  )
  expect(row).toEqual({ visits: '30', exact: true })
})

test('nothing is added to what is no number, and the run says so', async () => {
  await stage.publish(workflow('notes', [update('count', [{ field: 'attributes.note', plus: 1 }]), end]))
  const guestId = await stage.guest({ attributes: { note: 'likes jazz' } })
  const [runId] = await stage.event(guestId, { source: 'notes' })
  await stage.work()
  expect(await stage.path(runId as string)).toEqual(['count skipped: no_value', 'end'])
  const [step] = await stage.stepsOf(runId as string)
  expect(step?.detail).toEqual({
    reason: 'no_value',
    change: 'attributes.note',
    expected: 'a number',
    field: 'guest.attributes.note',
    found: 'likes jazz',
  })
  expect(await attributesOf(guestId)).toEqual({ note: 'likes jazz' })
})

test('a trigger asks for the day of the week by the clock of the venue, and the receipt says what it found', async () => {
  const [today] = await stage.query<{ day: number }>(
    `SELECT extract(isodow FROM now() AT TIME ZONE 'UTC')::int AS day`,
  )
  const day = today?.day as number
  const others = [1, 2, 3, 4, 5, 6, 7].filter(one => one !== day)
  const on = (days: number[]): Condition => ({ field: 'now', operator: 'on_weekday', value: days })
  await stage.publish(workflow('today', [points('give'), end], { when: on([day]) }))
  await stage.publish(workflow('other days', [points('give'), end], { when: on(others) }))
  const guestId = await stage.guest()
  // The first event reads what there is; the second could be decided by what is remembered, were it not for the time.
  for (const _ of [1, 2]) {
    expect(await stage.event(guestId, { source: 'today' })).toHaveLength(1)
    expect(await stage.event(guestId, { source: 'other days' })).toEqual([])
  }
})

test('a trigger compares the event with the guest as they are, also in the second batch', async () => {
  const more: Condition = {
    field: 'event.parameters.spend',
    operator: 'greater_than',
    value: { field: 'guest.attributes.usual', times: 2 },
  }
  await stage.publish(workflow('unusual', [points('give'), end], { when: more }))
  const guestId = await stage.guest({ attributes: { usual: 20.05 } })
  for (const _ of [1, 2]) {
    expect(await stage.event(guestId, { source: 'unusual', parameters: { spend: 40.1 } })).toEqual([])
    expect(await stage.event(guestId, { source: 'unusual', parameters: { spend: 40.11 } })).toHaveLength(1)
  }
})

test('a wrong type does not hold, and the run says why', async () => {
  const soon: Condition = {
    field: 'event.parameters.booked_for',
    operator: 'within_next',
    value: { amount: 7, unit: 'days' },
  }
  await stage.publish(
    workflow('soon', [
      { id: 'soon', type: 'branch', cases: [{ when: soon, next: 'give' }], else: 'end' },
      points('give'),
      end,
    ]),
  )
  const guestId = await stage.guest()
  const booked = async (booked_for: string) => {
    const [runId] = await stage.event(guestId, { source: 'soon', parameters: { booked_for } })
    await stage.work()
    return runId as string
  }
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect(await stage.path(await booked(tomorrow))).toEqual(['soon', 'give', 'end'])
  const unreadable = await booked('next Friday')
  expect(await stage.path(unreadable)).toEqual(['soon', 'end'])
  const [step] = await stage.stepsOf(unreadable)
  expect(step?.detail).toMatchObject({
    cases: [{ leaves: [{ found: 'next Friday', holds: false, reason: 'it is not a date' }] }],
  })
})

test('an award reads the earlier runs that its number is taken from', async () => {
  const counted = await stage.publish(workflow('counted', [end]))
  const times: NodeOf<'award_points'> = {
    ...perPound,
    points: { field: `past_runs.${counted}.count`, times: 10, round: 'down' },
  }
  await stage.publish(workflow('counting', [times, end]))
  const guestId = await stage.guest()
  for (const source of ['counted', 'counted', 'counting']) {
    await stage.event(guestId, { source })
    await stage.work()
  }
  expect(await stage.points(guestId)).toBe(20)
})

test('the body of a webhook has values with their types, and null for what the data does not have', async () => {
  const body = [
    { name: 'name', value: '{{ guest.name }} "the" guest' },
    { name: 'spend', value: { number: { field: 'event.parameters.spend', plus: 0.2 } } },
    { name: 'until', value: { moment: { field: 'event.parameters.day', after: days(1) } } },
    { name: 'member', value: { yes_no: { field: 'event.parameters.member' } } },
    { name: '__proto__', value: 5 },
  ]
  await stage.publish(workflow('bodies', [webhook('call', 'https://example.com/', 'end', { body }), end]))
  const guestId = await stage.guest({ name: 'Ada' })
  const [runId] = await stage.event(guestId, {
    source: 'bodies',
    parameters: { spend: 0.1, day: '2026-02-28', member: 'yes' },
  })
  await stage.work()
  const [message] = await stage.query<{ body: string }>(
    `SELECT content ->> 'body' AS body FROM messages WHERE run_id = $1`,
    [runId],
  )
  expect(message?.body).toBe(
    '{"name":"Ada \\"the\\" guest","spend":0.3,"until":"2026-03-01","member":null,"__proto__":5}',
  )
  const [step] = await stage.stepsOf(runId as string)
  expect(step?.detail).toMatchObject({
    left_out: [
      { change: 'member', expected: 'true or false', field: 'event.parameters.member', found: 'yes' },
    ],
  })
})
