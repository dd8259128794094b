import type { Condition } from '@millrace/contract/condition'
import type { SegmentRule, SegmentTrigger, Trigger } from '@millrace/contract/workflow'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Transaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { guestTimeline } from '../../server/src/guests/timeline/guest-timeline.ts'
import { givingWay } from '../../server/src/merging/give-way.ts'
import { mergeGuests } from '../../server/src/merging/merge-guests.ts'
import { undoMerge } from '../../server/src/merging/undo-merge.ts'
import { countMembersToStart } from '../../server/src/workflows/due/segment-guests.ts'
import { changeSegment, deleteSegment } from '../../server/src/workflows/segments/segments.ts'
import { openScheduled, type Scheduled } from './scheduled.ts'

const rich: Condition = { field: 'guest.points', operator: 'at_least', value: 10 }

let ground: Scheduled
let segmentId: string
beforeEach(async () => {
  ground = await openScheduled()
})
afterEach(async () => {
  expect(ground.faults).toEqual([])
  await ground.close()
})

const on = (rule: Partial<SegmentRule> = {}, more: Omit<SegmentTrigger, 'segment'> = {}): SegmentTrigger => ({
  segment: { id: segmentId, on: 'enters', ...rule },
  ...more,
})
const setPoints = (guestId: string, points: number) =>
  ground.query('UPDATE guests SET points = $2 WHERE id = $1', [guestId, points])
const whoStarted = async () => (await ground.started()).map(run => run.guest_id)

/** Everything that follows from the changes of guests. */
async function settle(): Promise<void> {
  await ground.keep()
  await ground.work()
}
async function guestWithPoints(points: number): Promise<string> {
  const id = await ground.guestWith({})
  await setPoints(id, points)
  return id
}

/** So many guests in the segment, and who they are. */
const many = async (count: number) =>
  (
    await ground.query<{ id: string }>(
      `INSERT INTO guests (organisation_id, id, points) SELECT $1, gen_random_uuid(), 50 FROM generate_series(1, $2) RETURNING id`,
      [ground.organisationId, count],
    )
  ).map(({ id }) => id)

describe('entering and leaving', () => {
  test('starts one run for each stay, and what it reads names the segment', async () => {
    segmentId = await ground.segment('Rich', rich)
    const before = await guestWithPoints(20)
    await ground.keep()
    const [enters, leaves] = [await ground.publishAt(on()), await ground.publishAt(on({ on: 'leaves' }))]
    const ada = await guestWithPoints(0)
    await settle()
    expect(await whoStarted()).toEqual([])

    ground.turnTo('2026-03-02T10:00:00Z')
    await setPoints(ada, 10)
    await settle()
    expect(await ground.started()).toMatchObject([
      {
        guest_id: ada,
        trigger: 'segment',
        input: {
          serials: [],
          parameters: { segment: 'Rich', segment_id: segmentId, entered_at: '2026-03-02T10:00:00.000Z' },
        },
      },
    ])
    await settle()
    expect(await whoStarted()).toEqual([ada])

    ground.turnTo('2026-03-03T10:00:00Z')
    await setPoints(ada, 9)
    await setPoints(before, 0)
    await settle()
    const runs = await ground.query<{ workflow_id: string; guest_id: string; left_at: string | null }>(
      `SELECT workflow_id, guest_id, input #>> '{parameters,left_at}' AS left_at FROM runs ORDER BY created_at, guest_id`,
    )
    expect(runs).toHaveLength(3)
    expect(runs).toEqual(
      expect.arrayContaining([
        { workflow_id: enters, guest_id: ada, left_at: null },
        { workflow_id: leaves, guest_id: ada, left_at: '2026-03-03T10:00:00.000Z' },
        { workflow_id: leaves, guest_id: before, left_at: '2026-03-03T10:00:00.000Z' },
      ]),
    )

    ground.turnTo('2026-03-04T10:00:00Z')
    await setPoints(ada, 10)
    await settle()
    expect((await whoStarted()).filter(id => id === ada)).toHaveLength(3)
    expect(await ground.query('SELECT FROM segment_moves')).toEqual([])
  })

  test('twice before anyone looked starts for both stays, one after the other', async () => {
    segmentId = await ground.segment('Rich', rich)
    await ground.publishAt(on())
    const ada = await guestWithPoints(10)
    await ground.keep()
    ground.turnTo('2026-03-01T00:00:10Z')
    await setPoints(ada, 0)
    await ground.keep()
    await setPoints(ada, 10)
    ground.turnTo('2026-03-01T00:00:20Z')
    await ground.keep()
    await ground.work()
    const runs = await ground.started()
    expect(
      runs.map(run => [run.guest_id, (run.input.parameters as { entered_at: string }).entered_at]),
    ).toEqual([
      [ada, '2026-03-01T00:00:00.000Z'],
      [ada, '2026-03-01T00:00:20.000Z'],
    ])
  })

  test('is what guests do, not what a new condition does to them', async () => {
    segmentId = await ground.segment('Rich', rich)
    await ground.publishAt(on())
    await ground.publishAt(on({ on: 'leaves' }))
    await guestWithPoints(5)
    await settle()
    const change = (value: number) =>
      ground.within(tx =>
        changeSegment(
          tx,
          { organisationId: ground.organisationId, segmentId },
          { condition: { field: 'guest.points', operator: 'at_least', value } },
          'test',
        ),
      )
    await change(5)
    await settle()
    expect(await ground.query('SELECT members FROM segments')).toEqual([{ members: 1 }])
    ground.turnTo('2026-03-01T02:00:00Z')
    await change(6)
    await settle()
    expect(await ground.query('SELECT members FROM segments')).toEqual([{ members: 0 }])
    expect(await whoStarted()).toEqual([])
    const later = await guestWithPoints(6)
    await settle()
    expect(await whoStarted()).toEqual([later])
  })
})

describe('those who are in it when it is published', () => {
  test('start only if that was chosen, and their number is known before', async () => {
    segmentId = await ground.segment('Rich', rich)
    const guests = await many(1_203)
    await ground.keep()
    const trigger = on({ already_in: 'start' })
    const id = await ground.publishAt(on())
    const count = () =>
      ground.within(tx =>
        countMembersToStart(tx, { organisationId: ground.organisationId, workflowId: id, trigger }),
      )
    expect(await count()).toBe(1_203)
    await settle()
    expect(await whoStarted()).toEqual([])

    await ground.publishAt(trigger, id)
    await settle()
    expect(new Set(await whoStarted())).toEqual(new Set(guests))
    expect(await ground.started()).toHaveLength(1_203)
    expect(await count()).toBe(0)
    await ground.publishAt(trigger, id)
    const late = await guestWithPoints(10)
    await settle()
    expect((await ground.started()).map(run => run.guest_id)).toHaveLength(1_204)
    expect(await whoStarted()).toContain(late)
    expect(await ground.days()).toMatchObject([{ considered: 1_204, started: 1_204, missed: 0 }])
  })

  test('are waited for while they are being counted', async () => {
    const ada = await guestWithPoints(10)
    segmentId = await ground.segment('Rich', rich, 'later')
    await ground.publishAt(on({ already_in: 'start' }))
    await ground.publishAt(on())
    await ground.work()
    expect(await whoStarted()).toEqual([])
    await ground.keep()
    await ground.at('2026-03-01T00:01:00Z')
    expect(await whoStarted()).toEqual([ada])
  })

  test('wait while the workflow is paused, and who enters meanwhile is missed and counted', async () => {
    segmentId = await ground.segment('Rich', rich)
    const ada = await guestWithPoints(10)
    await ground.keep()
    const id = await ground.publishAt(on({ already_in: 'start' }))
    await ground.status(id, 'paused')
    const bob = await guestWithPoints(10)
    await settle()
    expect(await whoStarted()).toEqual([])
    expect(await ground.days()).toMatchObject([{ missed: 1, missed_because: 'workflow_paused' }])
    await ground.status(id, 'active')
    await ground.at('2026-03-01T00:01:00Z')
    // Bob was missed, and is in the segment: the publication asked for everyone in it.
    expect((await whoStarted()).toSorted()).toEqual([ada, bob].toSorted())
  })
})

describe('the same door as for events', () => {
  test('conditions, venues and the re-entry limit turn guests away, each with the reason', async () => {
    await ground.venue('LEEDS', 'Europe/London')
    segmentId = await ground.segment('Rich', rich)
    const when: Condition = { field: 'guest.segments', operator: 'contains', value: segmentId }
    const id = await ground.publishAt(
      on({}, { when, venues: ['LEEDS'], re_entry: { within: null, per: 'guest' } }),
    )
    const [ada, bob] = [await ground.guestWith({}), await ground.guestWith({})]
    await ground.visit(ada, '2026-02-01T20:00:00Z', 'LEEDS')
    for (const guest of [ada, bob]) await setPoints(guest, 10)
    await settle()
    expect(await ground.started()).toMatchObject([{ guest_id: ada, input: { serials: ['LEEDS'] } }])
    ground.turnTo('2026-03-02T00:00:00Z')
    await setPoints(ada, 0)
    await ground.keep()
    ground.turnTo('2026-03-03T00:00:00Z')
    await setPoints(ada, 10)
    await settle()
    // Entered and left before anyone looked.
    const cleo = await ground.guestWith({})
    await ground.visit(cleo, '2026-02-01T20:00:00Z', 'LEEDS')
    await setPoints(cleo, 10)
    await ground.keep()
    await setPoints(cleo, 0)
    ground.turnTo('2026-03-03T00:00:10Z')
    await ground.keep()
    await ground.work()
    expect(await whoStarted()).toEqual([ada])
    const skipped = await ground.query<{ guest_id: string; reason: string }>(
      `SELECT guest_id, skipped ->> 'reason' AS reason FROM occasions WHERE skipped IS NOT NULL AND workflow_id = $1`,
      [id],
    )
    expect(new Set(skipped.map(({ guest_id, reason }) => `${guest_id} ${reason}`))).toEqual(
      new Set([`${bob} venue_not_targeted`, `${ada} re_entry_limited`, `${cleo} condition_failed`]),
    )
    const activity = async (guestId: string) =>
      (
        await ground.within(tx =>
          guestTimeline(tx, ground.organisationId, guestId, { limit: 20, after: undefined }),
        )
      ).map(({ entry }) => entry.sentence)
    expect(await activity(ada)).toContain('Entered the workflow “Test”, on entering the segment “Rich”.')
    expect(await activity(bob)).toContain(
      'Was due for the workflow “Test”, and did not enter: it is for guests who have been at LEEDS.',
    )
  })
})

describe('exactly once', () => {
  test('with several workers, and when one dies with any statement', async () => {
    segmentId = await ground.segment('Rich', rich)
    const present = await many(700)
    await ground.keep()
    await ground.publishAt(on({ already_in: 'start' }))
    const came = await many(700)
    let statements = 0
    for (let deadly = 3; deadly < 60; deadly += 7) {
      let left = deadly
      ground.dieWith(() => {
        left -= 1
        statements += 1
        return left === 0
      })
      for (const part of [() => ground.keep(), () => ground.work()])
        await part().catch((error: { code?: string }) => expect(error.code).toBe('57P01'))
    }
    expect(statements).toBeGreaterThan(60)
    ground.dieWith(undefined)
    await ground.keep()
    await ground.work([ground.worker(), ground.worker()])
    const runs = await whoStarted()
    expect(runs).toHaveLength(1_400)
    expect(new Set(runs)).toEqual(new Set([...present, ...came]))
  })

  test('with the clock of the database put back and forward', async () => {
    segmentId = await ground.segment('Rich', rich)
    await ground.publishAt(on())
    const [ada, bob] = [await guestWithPoints(10), await ground.guestWith({})]
    ground.turnTo('2026-02-20T00:00:00Z')
    await settle()
    ground.turnTo('2026-06-01T00:00:00Z')
    await setPoints(bob, 10)
    await settle()
    ground.turnTo('2026-03-01T00:00:00Z')
    await settle()
    expect((await whoStarted()).toSorted()).toEqual([ada, bob].toSorted())
  })

  test('over new versions; another segment or direction forgets who had moved', async () => {
    segmentId = await ground.segment('Rich', rich)
    const other = await ground.segment('Very rich', {
      field: 'guest.points',
      operator: 'at_least',
      value: 100,
    })
    const id = await ground.publishAt(on())
    const ada = await guestWithPoints(10)
    await ground.keep()
    await ground.publishAt(on(), id)
    await ground.work()
    expect(await whoStarted()).toEqual([ada])
    await guestWithPoints(10)
    await ground.keep()
    await ground.publishAt(on({ id: other }), id)
    await ground.work()
    expect(await whoStarted()).toEqual([ada])
    await setPoints(ada, 100)
    await ground.keep()
    const event: Trigger = { source: 'till' }
    await ground.publishAt(event, id)
    await ground.publishAt(on({ id: other }), id)
    await ground.work()
    expect(await ground.query('SELECT FROM segment_moves')).toEqual([])
    expect(await whoStarted()).toEqual([ada])
    await ground.status(id, 'cancelled')
    await guestWithPoints(100)
    await settle()
    expect([
      await ground.query('SELECT FROM schedules'),
      await ground.query('SELECT FROM segment_moves'),
    ]).toEqual([[], []])
  })
})

describe('guests who are merged', () => {
  const merging = () =>
    ({
      organisationId: ground.organisationId,
      by: { how: 'member', actor: 'test' },
      consequences: async () => {},
      allowed: async () => {},
    }) as const
  const asEngine = <T>(work: (tx: Transaction) => Promise<T>) =>
    givingWay(ground.database.engine, ground.organisationId, work)
  const merge = (guestId: string, mergedId: string) =>
    asEngine(tx => mergeGuests(tx, merging(), { guestId, mergedId }))

  test('start once where both were in it, also after it is undone', async () => {
    segmentId = await ground.segment('Rich', rich)
    await ground.publishAt(on())
    const ada = await guestWithPoints(10)
    await settle()
    ground.turnTo('2026-03-01T00:00:10Z')
    const adele = await guestWithPoints(10)
    await ground.keep()
    // Adele's stay was not considered yet.
    await merge(adele, ada)
    await settle()
    expect(await whoStarted()).toEqual([adele])
    await asEngine(tx => undoMerge(tx, merging(), ada))
    ground.turnTo('2026-03-01T00:00:30Z')
    await settle()
    expect((await ground.started()).map(run => run.guest_id)).toEqual([ada])
    expect(await ground.query('SELECT members FROM segments')).toEqual([{ members: 2 }])
  })

  test('start as the one who stays, also where the other had entered', async () => {
    segmentId = await ground.segment('Rich', rich)
    await ground.publishAt(on())
    const [ada, adele] = [await guestWithPoints(10), await guestWithPoints(0)]
    await ground.keep()
    await merge(adele, ada)
    await settle()
    await settle()
    expect(await whoStarted()).toEqual([adele])
  })

  test('or deleted before they were considered start nothing that is theirs alone', async () => {
    segmentId = await ground.segment('Rich', rich)
    await ground.publishAt(on())
    await ground.publishAt(on({ on: 'leaves' }))
    const [ada, bob] = [await guestWithPoints(10), await guestWithPoints(10)]
    await ground.keep()
    await ground.within(tx => eraseGuest(tx, ground.organisationId, ada, 'test'))
    await ground.keep()
    expect(await ground.query('SELECT FROM segment_moves')).toHaveLength(1)
    await ground.work()
    expect(await whoStarted()).toEqual([bob])
  })
})

test('the segment is not deleted while a workflow starts by it, and one that is gone starts none', async () => {
  segmentId = await ground.segment('Rich', rich)
  const id = await ground.publishAt(on())
  const remove = () =>
    ground.within(tx => deleteSegment(tx, { organisationId: ground.organisationId, segmentId }, 'test'))
  await expect(remove()).rejects.toThrow('"Rich" is used by the workflow "Test". Remove it there first.')
  await ground.status(id, 'cancelled')
  await remove()
  await expect(ground.publishAt(on())).rejects.toMatchObject({
    faults: [{ path: 'trigger.segment.id', message: `There is no segment ${segmentId}.` }],
  })
})
