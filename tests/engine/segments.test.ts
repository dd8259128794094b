import type { Condition } from '@millrace/contract/condition'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import type { Transaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { givingWay } from '../../server/src/merging/give-way.ts'
import { mergeGuests } from '../../server/src/merging/merge-guests.ts'
import { undoMerge } from '../../server/src/merging/undo-merge.ts'
import { setMeaning } from '../../server/src/visits/source-meanings.ts'
import { keepSegments } from '../../server/src/workflows/segments/keep-segments.ts'
import {
  changeSegment,
  createSegment,
  deleteSegment,
  InvalidSegment,
  listSegments,
  previewSegment,
  SegmentInUse,
} from '../../server/src/workflows/segments/segments.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { rewritingPool } from '../support/rewriting-pool.ts'
import { end, tag, workflow } from './nodes.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
})
afterAll(() => stage.close())
beforeEach(async () => {
  for (const table of ['segment_members', 'segments', 'segment_changes', 'segment_progress'])
    await stage.query(`DELETE FROM ${table}`)
  await stage.query(`UPDATE workflows SET status = 'cancelled'`)
})

const points: Condition = { field: 'guest.points', operator: 'at_least', value: 10 }
const inSegment = (id: string): Condition => ({ field: 'guest.segments', operator: 'contains', value: id })

const create = async (name: string, condition: unknown) =>
  (await stage.asTenant(tx => createSegment(tx, stage.organisationId, { name, condition }, 'test'))).id
const change = (segmentId: string, condition: unknown) =>
  stage.asTenant(tx =>
    changeSegment(tx, { organisationId: stage.organisationId, segmentId }, { condition }, 'test'),
  )
const remove = (segmentId: string) =>
  stage.asTenant(tx => deleteSegment(tx, { organisationId: stage.organisationId, segmentId }, 'test'))
const read = async (id: string) => {
  const found = (await stage.asTenant(tx => listSegments(tx, stage.organisationId))).find(
    one => one.id === id,
  )
  if (found === undefined) throw new Error('there is no such segment')
  return found
}

/** As a worker does, so many seconds from now, until nothing is left to do. */
async function keep(seconds = 0): Promise<void> {
  const later = (statement: string) =>
    statement.replace(/\bnow\(\)/g, `(now() + interval '${seconds} seconds')`)
  const pool = rewritingPool(stage.database.engine, later)
  while (await keepSegments(pool, { error: (fault: unknown) => faults.push(fault) }));
}

const faults: unknown[] = []

const staysOf = (segmentId: string, guestId: string) =>
  stage.query<{ left: boolean }>(
    `SELECT left_at IS NOT NULL AS left FROM segment_members WHERE segment_id = $1 AND guest_id = $2 ORDER BY entered_at`,
    [segmentId, guestId],
  )
const setPoints = (guestId: string, value: number) =>
  stage.query('UPDATE guests SET points = $2 WHERE id = $1', [guestId, value])

const MINUTE = 60
const HOUR = 3_600

describe('members of a segment', () => {
  test('are counted after it is created, and come and go with changes, each stay on record', async () => {
    const [poor, rich] = [await stage.guest(), await stage.guest()]
    await setPoints(rich, 20)
    const id = await create('Rich', points)
    expect(await read(id)).toMatchObject({ members: 0, is_counting: true, counted_at: null })
    await keep()
    expect(await read(id)).toMatchObject({ members: 1, is_counting: false })
    expect((await read(id)).sentence).toBe("the guest's points balance is at least 10")

    await setPoints(poor, 10)
    await setPoints(rich, 9)
    await keep()
    expect(await read(id)).toMatchObject({ members: 1 })
    expect(await staysOf(id, poor)).toEqual([{ left: false }])
    expect(await staysOf(id, rich)).toEqual([{ left: true }])

    await setPoints(rich, 50)
    await keep()
    expect(await read(id)).toMatchObject({ members: 2 })
    expect(await staysOf(id, rich)).toEqual([{ left: true }, { left: false }])
    const late = await stage.guest()
    await setPoints(late, 11)
    await keep()
    expect(await read(id)).toMatchObject({ members: 3 })
  })

  test('are counted by what their events say, and where they were', async () => {
    const [spender, regular] = [await stage.guest(), await stage.guest()]
    const id = await create('Big spenders in Leeds', {
      field: 'guest.events.till.last_60_days',
      operator: 'at_least',
      value: 2,
      where: {
        all: [
          { field: 'event.parameters.spend', operator: 'at_least', value: 50 },
          { field: 'event.serials', operator: 'contains', value: 'LEEDS' },
        ],
      },
    })
    const bill = (guestId: string, spend: unknown, serial: string) =>
      stage.event(guestId, { source: 'till', parameters: { spend } as never, serials: [serial] })
    for (const spend of [50, 49.99, '80']) await bill(spender, spend, 'LEEDS')
    await bill(spender, 90, 'YORK')
    for (const spend of [10, 20, 30]) await bill(regular, spend, 'LEEDS')
    await keep()
    await keep(30)
    expect(await read(id)).toMatchObject({ members: 0 })
    await bill(spender, 120, 'LEEDS')
    await keep(60)
    expect(await read(id)).toMatchObject({ members: 1 })
    expect(await staysOf(id, spender)).toEqual([{ left: false }])
  })

  test('enter within half a minute of an event, and leave when time alone has passed', async () => {
    const guestId = await stage.guest()
    await stage.asTenant(tx => setMeaning(tx, stage.organisationId, 'bills', { kind: 'visit' }, 'test'))
    const often = await create('Often', {
      field: 'guest.events.bills.last_2_days',
      operator: 'at_least',
      value: 2,
    })
    const recent = await create('Recent', {
      all: [
        { field: 'guest.facts.visits', operator: 'at_least', value: 1 },
        { field: 'guest.facts.days_since_last_visit', operator: 'at_most', value: 1 },
      ],
    })
    await keep()
    await keep(2 * MINUTE)
    await stage.event(guestId, { source: 'bills' })
    await keep(30)
    expect([(await read(often)).members, (await read(recent)).members]).toEqual([0, 1])
    await stage.event(guestId, { source: 'bills' })
    await keep(30)
    expect([(await read(often)).members, (await read(recent)).members]).toEqual([1, 1])

    // Not before the hour is over, and then without any event.
    await stage.query(`UPDATE segments SET due_at = now() + interval '3 days'`)
    await keep(2 * 24 * HOUR + MINUTE)
    expect([(await read(often)).members, (await read(recent)).members]).toEqual([1, 1])
    await keep(3 * 24 * HOUR + MINUTE)
    expect([(await read(often)).members, (await read(recent)).members]).toEqual([0, 0])
  })

  test('are counted again with another condition, also where a segment refers to it', async () => {
    const guestId = await stage.guest()
    await setPoints(guestId, 5_000)
    const base = await create('Base', { field: 'guest.points', operator: 'at_least', value: 4_000 })
    const others = await create('Others', { not: inSegment(base) })
    await keep()
    const before = (await read(others)).members
    expect(await staysOf(base, guestId)).toEqual([{ left: false }])
    await change(base, { field: 'guest.points', operator: 'at_least', value: 6_000 })
    expect(await read(others)).toMatchObject({ is_counting: true })
    await keep()
    expect(await read(base)).toMatchObject({ members: 0, is_counting: false })
    expect((await read(others)).members).toBe(before + 1)
    expect(await staysOf(others, guestId)).toEqual([{ left: false }])
  })

  test('are found by a preview before anything is saved', async () => {
    const guestId = await stage.guest({ name: 'Ada', tags: ['preview'] })
    const condition = { field: 'guest.tags', operator: 'contains', value: 'preview' }
    expect(await stage.asTenant(tx => previewSegment(tx, stage.organisationId, condition))).toEqual({
      members: 1,
      sample: [{ id: guestId, name: 'Ada' }],
      sentence: 'the guest has the tag "preview"',
    })
  })

  test('are one where two guests are merged, and two again once that is undone', async () => {
    const [ada, adele] = [await stage.guest(), await stage.guest()]
    await setPoints(adele, 70_000)
    const id = await create('Merged', { field: 'guest.points', operator: 'at_least', value: 70_000 })
    await keep()
    await setPoints(ada, 70_000)
    await keep(10)
    const stays = () =>
      stage.query<{ guest_id: string; entered_at: Date }>(
        'SELECT guest_id, entered_at FROM segment_members WHERE segment_id = $1 ORDER BY entered_at',
        [id],
      )
    const [first, second] = await stays()
    expect([first?.guest_id, second?.guest_id]).toEqual([adele, ada])
    expect(await read(id)).toMatchObject({ members: 2 })
    const merging = {
      organisationId: stage.organisationId,
      by: { how: 'member', actor: 'test' },
      consequences: async () => {},
      allowed: async () => {},
    } as const
    const asEngine = <T>(work: (tx: Transaction) => Promise<T>) =>
      givingWay(stage.database.engine, stage.organisationId, work)
    await asEngine(tx => mergeGuests(tx, merging, { guestId: ada, mergedId: adele }))
    expect(await read(id)).toMatchObject({ members: 1 })
    await keep()
    expect([await staysOf(id, ada), await staysOf(id, adele)]).toEqual([[{ left: false }], []])
    // The earlier one of the two stays.
    expect(await stays()).toEqual([{ ...first, guest_id: ada }])
    await asEngine(tx => undoMerge(tx, merging, adele))
    await keep()
    expect(await stays()).toEqual([first, second])
    expect([await staysOf(id, ada), await staysOf(id, adele)]).toEqual([[{ left: false }], [{ left: false }]])
    expect(await read(id)).toMatchObject({ members: 2 })
  })

  test('are forgotten with a guest who is deleted', async () => {
    const guestId = await stage.guest()
    await setPoints(guestId, 99_999)
    const id = await create('Richest', { field: 'guest.points', operator: 'at_least', value: 99_999 })
    await keep()
    expect(await read(id)).toMatchObject({ members: 1 })
    await stage.write(tx => eraseGuest(tx, stage.organisationId, guestId, 'test'))
    expect(await read(id)).toMatchObject({ members: 0 })
    expect(await staysOf(id, guestId)).toEqual([])
  })
})

test('one that fails does not stop the others, and is tried again', async () => {
  const guestId = await stage.guest()
  const [broken, sound] = [await create('Broken', points), await create('Sound', points)]
  await stage.query(
    `UPDATE segments SET condition = '{"field": "guest.shoes", "operator": "equals"}' WHERE id = $1`,
    [broken],
  )
  await setPoints(guestId, 10)
  await keep()
  expect(await staysOf(sound, guestId)).toEqual([{ left: false }])
  expect(await read(broken)).toMatchObject({ members: 0, is_counting: true })
  expect(faults.splice(0).length).toBeGreaterThan(0)
  await stage.query('UPDATE segments SET condition = $2 WHERE id = $1', [broken, JSON.stringify(points)])
  await keep(MINUTE + 1)
  expect(await staysOf(broken, guestId)).toEqual([{ left: false }])
  expect(faults).toEqual([])
})

test('one that was never counted comes before those whose guests are considered again', async () => {
  const old = await create('Old', points)
  await keep()
  await stage.query(`UPDATE segments SET due_at = now() - interval '5 minutes' WHERE id = $1`, [old])
  const fresh = await create('Fresh', points)
  await keepSegments(stage.database.engine, { error: (fault: unknown) => faults.push(fault) })
  expect(await read(fresh)).toMatchObject({ is_counting: false })
  const [{ waits } = { waits: false }] = await stage.query<{ waits: boolean }>(
    'SELECT due_at < now() AS waits FROM segments WHERE id = $1',
    [old],
  )
  expect(waits).toBe(true)
})

describe('a segment', () => {
  const faultsOf = async (work: Promise<unknown>) => {
    const error = await work.catch((thrown: unknown) => thrown)
    if (!(error instanceof InvalidSegment)) throw error
    return error.faults
  }

  test('that would refer to itself is refused, and the circle is named', async () => {
    const first = await create('First', points)
    const second = await create('Second', inSegment(first))
    expect(await faultsOf(change(first, { any: [points, inSegment(second)] }))).toEqual([
      {
        path: 'condition.any.1.value',
        message: 'The segment would refer to itself: "First" → "Second" → "First".',
      },
    ])
    expect(await faultsOf(change(first, inSegment(first)))).toEqual([
      { path: 'condition.value', message: 'The segment would refer to itself: "First" → "First".' },
    ])
  })

  test('cannot ask for what is not there, or what only a run knows', async () => {
    const unknown = newId()
    const asked = {
      all: [
        { field: 'guest.shoes', operator: 'equals', value: 1 },
        { field: 'event.source', operator: 'equals', value: 'till' },
        { field: 'guest.facts_here.visits', operator: 'at_least', value: 1 },
      ],
    }
    const paths = (await faultsOf(create('Wrong', asked))).map(({ path }) => path)
    expect(paths).toEqual(['condition.all.0.field', 'condition.all.1.field', 'condition.all.2.field'])
    expect(await faultsOf(create('Wrong', inSegment(unknown)))).toEqual([
      { path: 'condition.value', message: `There is no segment ${unknown}.` },
    ])
    expect(
      await faultsOf(
        create('Wrong', { field: 'guest.facts.last_visit', operator: 'before', value: '2026-01-01' }),
      ),
    ).toEqual([
      {
        path: 'condition.operator',
        message:
          'A segment cannot compare "guest.facts.last_visit" by "before". Use guest.facts.days_since_last_visit.',
      },
    ])
  })

  test('counts events by what they say themselves, and by nothing else', async () => {
    const count = { field: 'guest.events.till.last_60_days', operator: 'at_least', value: 2 } as const
    const where = (condition: unknown) => faultsOf(create('Wrong', { ...count, where: condition } as never))
    expect(await where({ field: 'guest.points', operator: 'at_least', value: 1 })).toEqual([
      {
        path: 'condition.where.field',
        message:
          'Which events are counted can depend on event.parameters and event.serials, not on "guest.points".',
      },
    ])
    expect((await where({ all: [count] })).map(({ path }) => path)).toEqual(['condition.where.all.0.field'])
    expect((await where('spend')).map(({ path }) => path)).toEqual(['condition.where'])
    expect(
      await where({
        field: 'event.parameters.at',
        operator: 'within_last',
        value: { amount: 1, unit: 'days' },
      }),
    ).toMatchObject([{ path: 'condition.where.operator' }])
    const asked = { field: 'event.parameters.spend', operator: 'at_least', value: 1 } as const
    expect(await faultsOf(create('Wrong', { ...points, where: asked }))).toEqual([
      { path: 'condition.where', message: 'Only a number of events can have "where".' },
    ])
  })

  test('that grows beyond measure through others is refused', async () => {
    let id = await create('Level 0', { all: Array.from({ length: 50 }, () => points) })
    for (const level of [1, 2, 3])
      id = await create(`Level ${level}`, { any: [inSegment(id), { not: inSegment(id) }] })
    expect(await faultsOf(create('Level 4', { any: [inSegment(id), inSegment(id)] }))).toEqual([
      {
        path: 'condition',
        message: 'With the segments that it refers to, it has more than 500 comparisons.',
      },
    ])
  })

  test('has its own name', async () => {
    await create('Regulars', points)
    expect(await faultsOf(create(' regulars ', points))).toEqual([
      { path: 'name', message: 'There is a segment "regulars" already.' },
    ])
  })

  test('is not deleted while it is used, and the refusal names who uses it', async () => {
    const id = await create('Used', points)
    const other = await create('User', inSegment(id))
    const workflowId = await stage.publish(workflow('used', [tag('t', 't'), end], { when: inSegment(id) }))
    expect((await read(id)).used_by).toEqual([
      { type: 'workflow', id: workflowId, name: 'Test' },
      { type: 'segment', id: other, name: 'User' },
    ])
    await expect(remove(id)).rejects.toThrow(SegmentInUse)
    await expect(remove(id)).rejects.toThrow(
      '"Used" is used by the workflow "Test", the segment "User". Remove it there first.',
    )
    await stage.status(workflowId, { status: 'cancelled' })
    await remove(other)
    expect(await remove(id)).toEqual({ name: 'Used' })
    expect(await stage.query('SELECT FROM segment_progress')).toEqual([])
  })
})

test('workflows ask for segments in triggers and in steps', async () => {
  const [inside, outside] = [await stage.guest(), await stage.guest()]
  await setPoints(inside, 70_000)
  const id = await create('Top', { field: 'guest.points', operator: 'at_least', value: 70_000 })
  await keep()
  await stage.publish(workflow('top', [tag('t', 'top'), end], { when: inSegment(id) }))
  await stage.publish(
    workflow('any', [
      { id: 'which', type: 'branch', cases: [{ when: inSegment(id), next: 'yes' }], else: 'no' },
      tag('yes', 'yes'),
      tag('no', 'no'),
      end,
    ]),
  )
  const [first, second] = await stage.events([
    { guestId: inside, source: 'top' },
    { guestId: outside, source: 'top' },
  ])
  expect(first?.runs).toHaveLength(1)
  expect(second).toMatchObject({ runs: [], skipped: ['condition_failed'] })
  const [yes] = (await stage.event(inside, { source: 'any' })) as [string]
  const [no] = (await stage.event(outside, { source: 'any' })) as [string]
  await stage.work()
  expect(await stage.path(yes)).toEqual(['which', 'yes', 'end'])
  expect(await stage.path(no)).toEqual(['which', 'no', 'end'])
})

test('organisations without segments leave no notes about changed guests', async () => {
  await stage.guest()
  expect(await stage.query('SELECT FROM segment_changes')).toEqual([])
  await create('One', points)
  await stage.guest()
  expect(await stage.query('SELECT FROM segment_changes')).toHaveLength(1)
})
