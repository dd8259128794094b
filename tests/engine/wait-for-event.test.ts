import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../support/postgres.ts'
import { end, points, wait, waitFor, workflow } from './nodes.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
  await stage.publish(
    workflow('start', [
      waitFor('listen', { order: 'ordered', review: 'reviewed' }, 'late'),
      points('ordered', 'end', 100),
      points('reviewed', 'end', 10),
      points('late', 'end', 1),
      end,
    ]),
  )
})
afterAll(() => stage.close())

async function begun(): Promise<{ guestId: string; runId: string }> {
  const guestId = await stage.guest()
  const [runId] = (await stage.event(guestId, { source: 'start' })) as [string]
  return { guestId, runId }
}

async function listening() {
  const run = await begun()
  await stage.work()
  return run
}

test('the first of several events decides, and the next finds the run elsewhere', async () => {
  const { guestId, runId } = await listening()
  expect(await stage.run(runId)).toMatchObject({
    status: 'waiting',
    waiting_for: { type: 'event', sources: ['order', 'review'] },
  })
  await stage.event(guestId, { source: 'review' })
  await stage.event(guestId, { source: 'order' })
  await stage.work()
  expect(await stage.path(runId)).toEqual(['listen', 'reviewed', 'end'])
  expect(await stage.points(guestId)).toBe(10)
})

test('of two events in one batch the first decides', async () => {
  const { guestId, runId } = await listening()
  await stage.events([
    { guestId, source: 'order' },
    { guestId, source: 'review' },
  ])
  await stage.work()
  expect(await stage.path(runId)).toEqual(['listen', 'ordered', 'end'])
})

test('an event that came after the run began and before the wait counts', async () => {
  const { guestId, runId } = await begun()
  await stage.event(guestId, { source: 'order' })
  await stage.work()
  expect(await stage.path(runId)).toEqual(['listen', 'ordered', 'end'])
})

test('an event in one batch with the one that started the run counts', async () => {
  const guestId = await stage.guest()
  const [first] = await stage.events([
    { guestId, source: 'start' },
    { guestId, source: 'order' },
  ])
  await stage.work()
  expect(await stage.path(first?.runs[0] as string)).toEqual(['listen', 'ordered', 'end'])
})

test('an event before the run, another guest’s, and one that nobody listens for do not count', async () => {
  const guestId = await stage.guest()
  await stage.event(guestId, { source: 'order' })
  const [runId] = (await stage.event(guestId, { source: 'start' })) as [string]
  await stage.work()
  await stage.event(await stage.guest(), { source: 'order' })
  await stage.event(guestId, { source: 'other' })
  await stage.event(guestId)
  await stage.work()
  expect(await stage.path(runId)).toEqual(['listen waiting'])
})

test('when the time is up first, the event finds nobody', async () => {
  const { guestId, runId } = await listening()
  await stage.pass(runId)
  await stage.wake()
  await stage.event(guestId, { source: 'order' })
  await stage.work()
  expect(await stage.path(runId)).toEqual(['listen', 'late', 'end'])
  expect(await stage.points(guestId)).toBe(1)
  expect(await stage.query('SELECT FROM watches WHERE run_id = $1', [runId])).toEqual([])
})

test('when the event comes first, the time wakes nobody', async () => {
  const { guestId, runId } = await listening()
  await stage.pass(runId)
  await stage.event(guestId, { source: 'order' })
  expect(await stage.wake()).toBe(0)
  await stage.work()
  expect(await stage.path(runId)).toEqual(['listen', 'ordered', 'end'])
})

test('an event counts only where its condition holds, which sees the event and the guest', async () => {
  const document = workflow('conditional', [
    {
      ...waitFor('listen', {}, 'end'),
      events: [
        {
          source: 'spent',
          when: {
            all: [
              { field: 'event.parameters.spend', operator: 'at_least', value: 50 },
              { field: 'guest.tags', operator: 'contains', value: 'gold' },
            ],
          },
          next: 'much',
        },
        {
          source: 'spent',
          when: { field: 'event.parameters.spend', operator: 'at_least', value: 20 },
          next: 'some',
        },
      ],
    },
    points('much', 'end', 50),
    points('some', 'end', 20),
    end,
  ])
  await stage.publish(document)
  const paths = []
  for (const [tags, spends] of [
    [['gold'], [10, 60]],
    [[], [10, 60]],
    [['gold'], [10, 30]],
    [[], [10]],
  ] as const) {
    const guestId = await stage.guest({ tags: [...tags] })
    const [runId] = (await stage.event(guestId, { source: 'conditional' })) as [string]
    await stage.work()
    for (const spend of spends) await stage.event(guestId, { source: 'spent', parameters: { spend } })
    await stage.work()
    paths.push((await stage.path(runId))[1])
  }
  expect(paths).toEqual(['much', 'some', 'some', undefined])
})

test('an event wakes a run once: a second wait for the same takes the next event', async () => {
  await stage.publish(
    workflow('twice', [
      waitFor('first', { visit: 'second' }),
      waitFor('second', { visit: 'both' }),
      points('both'),
      end,
    ]),
  )
  const guestId = await stage.guest()
  const [runId] = (await stage.event(guestId, { source: 'twice' })) as [string]
  await stage.event(guestId, { source: 'visit' })
  await stage.work()
  expect(await stage.path(runId)).toEqual(['first', 'second waiting'])
  await stage.event(guestId, { source: 'visit' })
  await stage.work()
  expect(await stage.path(runId)).toEqual(['first', 'second', 'both', 'end'])
})

test('an event that came during an earlier wait and was not for that one counts at the next', async () => {
  await stage.publish(
    workflow('between', [wait('pause', 'listen'), waitFor('listen', { visit: 'came' }), points('came'), end]),
  )
  const guestId = await stage.guest()
  const [runId] = (await stage.event(guestId, { source: 'between' })) as [string]
  await stage.work()
  await stage.event(guestId, { source: 'visit' })
  await stage.work()
  expect(await stage.path(runId)).toEqual(['pause waiting'])
  await stage.pass(runId)
  await stage.wake()
  await stage.work()
  expect(await stage.path(runId)).toEqual(['pause', 'listen', 'came', 'end'])
})

test('a sender whose clock is a day behind is heard all the same', async () => {
  const { guestId, runId } = await begun()
  await stage.event(guestId, { source: 'order' })
  // As a process with such a clock would have made it.
  await stage.query(
    `UPDATE events SET id = (substr(uuid_floor(now() - interval '1 day')::text, 1, 24) || substr(id::text, 25))::uuid
     WHERE guest_id = $1 AND source = 'order'`,
    [guestId],
  )
  await stage.work()
  expect(await stage.path(runId)).toEqual(['listen', 'ordered', 'end'])
})
