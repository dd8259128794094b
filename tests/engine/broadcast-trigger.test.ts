import type { BroadcastEvery, BroadcastRule } from '@millrace/contract/broadcast'
import type { Condition } from '@millrace/contract/condition'
import type { BroadcastTrigger } from '@millrace/contract/workflow'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { guestTimeline } from '../../server/src/guests/timeline/guest-timeline.ts'
import { givingWay } from '../../server/src/merging/give-way.ts'
import { mergeGuests } from '../../server/src/merging/merge-guests.ts'
import {
  BroadcastRefused,
  sendBroadcast,
  setBroadcastState,
} from '../../server/src/workflows/broadcasts/change-broadcast.ts'
import { changeSegment } from '../../server/src/workflows/segments/segments.ts'
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

const to = (
  rule: Partial<BroadcastRule> = {},
  more: Omit<BroadcastTrigger, 'broadcast'> = {},
): BroadcastTrigger => ({ broadcast: { segment: segmentId, ...rule }, ...more })

const who = (workflowId: string) => ({
  organisationId: ground.organisationId,
  workflowId,
  actor: 'ada@example.com',
})
const send = (workflowId: string) => ground.within(tx => sendBroadcast(tx, who(workflowId)))
const setState = (workflowId: string, id: string, state: 'sending' | 'paused' | 'stopped') =>
  ground.within(tx => setBroadcastState(tx, who(workflowId), id, state))
const started = async () => (await ground.started()).map(run => run.guest_id)
const broadcasts = () =>
  ground.query<Record<string, unknown>>(
    `SELECT state, considered, started, skipped, missed, missed_because FROM broadcasts ORDER BY due_at, id`,
  )

const activity = async (guestId: string) =>
  (
    await ground.within(tx =>
      guestTimeline(tx, ground.organisationId, guestId, { limit: 20, after: undefined }),
    )
  ).map(({ entry }) => entry.sentence)
const merging = () =>
  ({
    organisationId: ground.organisationId,
    by: { how: 'member', actor: 'test' },
    consequences: async () => {},
    allowed: async () => {},
  }) as const
const merge = (guestId: string, mergedId: string) =>
  givingWay(ground.database.engine, ground.organisationId, tx =>
    mergeGuests(tx, merging(), { guestId, mergedId }),
  )

/** So many guests in the segment, and who they are. */
async function members(count: number): Promise<string[]> {
  const rows = await ground.query<{ id: string }>(
    `INSERT INTO guests (organisation_id, id, points) SELECT $1, gen_random_uuid(), 50 FROM generate_series(1, $2) RETURNING id`,
    [ground.organisationId, count],
  )
  if (segmentId === '') segmentId = await ground.segment('Rich', rich)
  else await ground.keep()
  return rows.map(({ id }) => id).toSorted()
}
beforeEach(() => {
  segmentId = ''
})

describe('a broadcast that a member sends', () => {
  test('starts one run for each member of the segment, and what it reads names the broadcast', async () => {
    const ids = await members(3)
    const poor = await ground.guestWith({})
    const workflow = await ground.publishAt(to())
    await ground.work()
    expect(await started()).toEqual([])

    const id = await send(workflow)
    await expect(send(workflow)).rejects.toThrow(BroadcastRefused)
    await ground.work()
    expect((await started()).toSorted()).toEqual(ids)
    expect(ids).not.toContain(poor)
    expect((await ground.started())[0]).toMatchObject({
      trigger: 'broadcast',
      input: {
        serials: [],
        parameters: {
          broadcast_id: id,
          segment: 'Rich',
          segment_id: segmentId,
          due_at: '2026-03-01T00:00:00.000Z',
        },
      },
    })
    expect(await broadcasts()).toMatchObject([{ state: 'done', considered: 3, started: 3, skipped: {} }])
    expect(await activity(ids[0] as string)).toContain(
      'Entered the workflow “Test”, by a broadcast to the segment “Rich”.',
    )

    await ground.publishAt(to(), workflow)
    await ground.work()
    expect(await started()).toHaveLength(3)
    await send(workflow)
    await ground.work()
    expect(await started()).toHaveLength(6)
  })

  test('leaves out who does not get in, with the reasons, and counts them', async () => {
    const [one, two, three, four] = (await members(4)) as [string, string, string, string]
    await ground.venue('LEEDS', 'Europe/London')
    for (const id of [one, two, three]) await ground.visit(id, '2026-02-01T12:00:00Z', 'LEEDS')
    await ground.query('UPDATE guests SET points = 500 WHERE id = $1', [two])
    const workflow = await ground.publishAt(
      to(
        {},
        {
          venues: ['LEEDS'],
          when: { field: 'guest.points', operator: 'less_than', value: 100 },
          re_entry: { within: null, per: 'guest' },
        },
      ),
    )
    await ground.query(
      `INSERT INTO re_entries (organisation_id, workflow_id, guest_id, serial, entered_at) VALUES ($1, $2, $3, '', '2026-02-01')`,
      [ground.organisationId, workflow, three],
    )
    await send(workflow)
    await ground.work()
    expect(await ground.started()).toMatchObject([{ guest_id: one, input: { serials: ['LEEDS'] } }])
    const skipped = { condition_failed: 1, re_entry_limited: 1, venue_not_targeted: 1 }
    expect(await broadcasts()).toMatchObject([{ state: 'done', considered: 4, started: 1, skipped }])
    expect(await activity(four)).toContain(
      'Was due for the workflow “Test”, and did not enter: it is for guests who have been at LEEDS.',
    )
  })

  test('goes to each guest once, with several workers, deaths and merges meanwhile', async () => {
    const ids = await members(1_200)
    const workflow = await ground.publishAt(to())
    await send(workflow)
    const one = ground.worker()
    await one()
    expect(await started()).toHaveLength(500)
    for (const statement of ['INSERT INTO occasions', 'INSERT INTO runs', 'UPDATE broadcasts']) {
      ground.dieWith(text => text.includes(statement))
      await expect(one()).rejects.toThrow('terminated')
      expect(await started()).toHaveLength(500)
    }
    ground.dieWith(undefined)
    // One who has had it becomes one with a guest whose turn has not come, and the other way round.
    const [first, second, last, lastButOne] = [ids[0], ids[1], ids.at(-1), ids.at(-2)] as [
      string,
      string,
      string,
      string,
    ]
    await merge(last, first)
    await merge(second, lastButOne)
    await ground.work([one, ground.worker(), ground.worker()])
    const runs = await started()
    expect(runs).toHaveLength(1_198)
    expect(new Set(runs).size).toBe(1_198)
    expect(await broadcasts()).toMatchObject([{ state: 'done', considered: 1_198, started: 1_198 }])
  })
})

describe('a broadcast with a time', () => {
  test('goes out at the time of each venue, and to who has none by the clock of the organisation', async () => {
    const [leeds, york, nowhere] = (await members(3)) as [string, string, string]
    await ground.venue('LEEDS', 'Europe/London')
    await ground.venue('NY', 'America/New_York')
    await ground.visit(leeds, '2026-02-01T12:00:00Z', 'LEEDS')
    await ground.visit(york, '2026-02-01T12:00:00Z', 'NY')
    await ground.publishAt(to({ once: { date: '2026-03-06', time: '16:00' }, clock: 'venue' }))
    await ground.at('2026-03-06T15:59:59Z')
    expect(await started()).toEqual([])
    await ground.at('2026-03-06T16:00:00Z')
    expect((await started()).toSorted()).toEqual([leeds, nowhere].toSorted())
    expect(await broadcasts()).toMatchObject([{ state: 'sending', started: 2 }])
    await ground.at('2026-03-06T20:59:00Z')
    expect(await started()).toHaveLength(2)
    await ground.at('2026-03-06T21:00:00Z')
    expect((await started()).at(-1)).toBe(york)
    expect(await broadcasts()).toMatchObject([{ state: 'done', considered: 3, started: 3 }])
    await ground.at('2027-03-06T21:00:00Z')
    expect(await started()).toHaveLength(3)
  })

  test('repeats, once on each of its days: over new versions, changes of its time and a clock that is put back', async () => {
    await members(1)
    const every: BroadcastEvery = { weekdays: [1], week: 'first', time: '10:00' }
    const workflow = await ground.publishAt(to({ every }))
    await ground.at('2026-03-02T09:59:00Z')
    expect(await started()).toHaveLength(0)
    await ground.at('2026-03-02T10:00:00Z')
    expect(await started()).toHaveLength(1)
    await ground.publishAt(to({ every }), workflow)
    await ground.at('2026-03-02T09:30:00Z')
    await ground.at('2026-03-02T10:30:00Z')
    await ground.publishAt(to({ every: { ...every, time: '11:00' } }), workflow)
    await ground.at('2026-03-02T11:00:00Z')
    expect(await started()).toHaveLength(1)
    for (const day of ['09', '16', '23', '30']) await ground.at(`2026-03-${day}T12:00:00Z`)
    expect(await started()).toHaveLength(1)
    // Half an hour late is on time: in London it is 11:00 an hour earlier now.
    await ground.at('2026-04-06T10:30:00Z')
    expect(await started()).toHaveLength(2)
  })

  test('what comes too late or during a pause is missed, and a member can send it after all', async () => {
    await members(2)
    const every = { time: '10:00' }
    const workflow = await ground.publishAt(to({ every }))
    await ground.at('2026-03-01T11:00:01Z')
    await ground.status(workflow, 'paused')
    await ground.at('2026-03-02T10:00:00Z')
    expect(await started()).toEqual([])
    expect(await broadcasts()).toMatchObject([
      { state: 'missed', missed: 2, missed_because: 'too_late' },
      { state: 'missed', missed: 2, missed_because: 'workflow_paused' },
    ])
    await ground.status(workflow, 'active')
    await ground.at('2026-03-02T12:00:00Z')
    expect(await started()).toEqual([])
    const [{ id } = { id: '' }] = await ground.query<{ id: string }>(
      'SELECT id FROM broadcasts ORDER BY due_at',
    )
    await setState(workflow, id, 'sending')
    await ground.work()
    expect(await started()).toHaveLength(2)
    await ground.publishAt(to({ every, if_late: 'start' }), workflow)
    await ground.at('2026-03-03T18:00:00Z')
    expect(await started()).toHaveLength(4)
    // Off for a week: the last one is sent, and the others are listed.
    await ground.at('2026-03-10T18:00:00Z')
    expect(await started()).toHaveLength(6)
    expect((await broadcasts()).map(({ state }) => state).slice(-7)).toEqual([
      ...Array(6).fill('missed'),
      'done',
    ])
  })

  test('waits while its segment is counted', async () => {
    await members(2)
    const workflow = await ground.publishAt(to())
    await ground.within(tx =>
      changeSegment(
        tx,
        { organisationId: ground.organisationId, segmentId },
        { condition: { field: 'guest.points', operator: 'at_least', value: 5 } },
        'test',
      ),
    )
    await send(workflow)
    await ground.work()
    expect(await started()).toEqual([])
    await ground.keep()
    await ground.at('2026-03-01T00:00:05Z')
    expect(await started()).toHaveLength(2)
  })
})

describe('a broadcast under way', () => {
  test('keeps its pace, and does not make up for what it missed', async () => {
    await members(100)
    const workflow = await ground.publishAt(to({ pace: { guests: 60, per: 'minute' } }))
    await send(workflow)
    await ground.work()
    expect(await started()).toHaveLength(1)
    for (let second = 1; second <= 5; second += 1) await ground.at(`2026-03-01T00:00:0${second}Z`)
    expect(await started()).toHaveLength(6)
    await ground.at('2026-03-01T01:00:00Z')
    expect(await started()).toHaveLength(11)
  })

  test('starts nobody while it is paused, and nobody again after it was stopped', async () => {
    await members(1_200)
    const workflow = await ground.publishAt(to())
    const id = await send(workflow)
    const worker = ground.worker()
    await worker()
    await setState(workflow, id, 'paused')
    await ground.work()
    expect(await started()).toHaveLength(500)
    await setState(workflow, id, 'sending')
    await worker()
    expect(await started()).toHaveLength(1_000)
    await setState(workflow, id, 'stopped')
    await ground.work()
    expect(await started()).toHaveLength(1_000)
    await expect(setState(workflow, id, 'sending')).rejects.toThrow('The broadcast is stopped already.')
    expect(await broadcasts()).toMatchObject([{ state: 'stopped', started: 1_000 }])
  })

  test('waits while the workflow is paused, and stops when the workflow sends to another segment or is archived', async () => {
    await members(600)
    const workflow = await ground.publishAt(to())
    const worker = ground.worker()
    await send(workflow)
    await worker()
    await ground.status(workflow, 'paused')
    await ground.work()
    expect(await started()).toHaveLength(500)
    await ground.status(workflow, 'active')
    const other = await ground.segment('Other', { field: 'guest.points', operator: 'at_least', value: 11 })
    await ground.publishAt({ broadcast: { segment: other } }, workflow)
    await ground.at('2026-03-01T00:01:00Z')
    expect(await started()).toHaveLength(500)
    await send(workflow)
    await ground.status(workflow, 'cancelled')
    await ground.work()
    expect(await started()).toHaveLength(500)
    expect((await broadcasts()).map(({ state }) => state)).toEqual(['stopped', 'stopped'])
    await expect(send(workflow)).rejects.toThrow('That is final: use another workflow.')
  })
})
