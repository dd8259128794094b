import type { ComparisonResult } from '@millrace/contract/job'
import type { Trigger, WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../server/src/base/ids.ts'
import { startComparison } from '../../server/src/jobs/comparison/start-comparison.ts'
import { saveDraft } from '../../server/src/workflows/drafts/save-draft.ts'
import { createSegment } from '../../server/src/workflows/segments/segments.ts'
import { gives, type JobGround, openJobs } from './job-ground.ts'

let ground: JobGround
let workflowId: string
const DAY_MS = 86_400_000
/** So many days before the start of the test, at its time of day. */
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

const started = (trigger: Trigger, points: number): WorkflowDefinition => ({ ...gives(points), trigger })
const birthday = started({ date: { attribute: 'birthday', repeats: 'yearly', time: '00:00' } }, 5)
const absence = started({ absence: { days: 10, time: '00:00' } }, 3)

beforeAll(async () => {
  ground = await openJobs()
  const { organisationId } = ground
  await ground.query(`UPDATE organisations SET settings = '{"time_zone": "UTC"}' WHERE id = $1`, [
    organisationId,
  ])
  workflowId = await ground.publish(absence)
  await save(birthday)
})
afterAll(() => ground.close())

async function save(document: WorkflowDefinition): Promise<void> {
  const { organisationId } = ground
  const [row] = await ground.query<{ revision: number }>(
    'SELECT draft_revision AS revision FROM workflows WHERE id = $1',
    [workflowId],
  )
  const revision = row?.revision ?? 0
  await ground.within(tx => saveDraft(tx, { organisationId, workflowId, document, revision, actor: 'ada' }))
}

async function guestWith(attributes: object, visits: readonly number[] = []): Promise<string> {
  const { organisationId } = ground
  const id = await ground.guest()
  await ground.query('UPDATE guests SET attributes = $2 WHERE id = $1', [id, JSON.stringify(attributes)])
  for (const days of visits)
    await ground.query(
      `INSERT INTO visits (organisation_id, guest_id, event_id, kind, source, serial, occurred_at)
       VALUES ($1, $2, $3, 'visit', 'till', NULL, $4)`,
      [organisationId, id, newId(), daysAgo(days)],
    )
  return id
}

async function compare(workers = [ground.worker()]): Promise<ComparisonResult> {
  const { organisationId } = ground
  const { id } = await ground.within(tx =>
    startComparison(tx, { organisationId, workflowId, days: 7, actor: 'ada' }),
  )
  await ground.workOff(workers)
  const found = await ground.find(id)
  expect(found).toMatchObject({ status: 'done' })
  return found?.result as ComparisonResult
}

test('counts who would have been due by a date and after an absence, at the time', async () => {
  const born = (days: number) => ({ birthday: `1988${daysAgo(days).slice(4, 10)}` })
  const [three, five] = [await guestWith(born(3)), await guestWith(born(5))]
  await guestWith(born(20))
  await guestWith(born(-2))
  const [away, back] = [await guestWith({}, [12]), await guestWith({}, [13, 1])]
  // In time, and too long ago to be due in these days.
  await guestWith({}, [12, 5])
  await guestWith({}, [30])
  const { draft, live, difference, events, notes } = await compare()
  expect(events).toBe(0)
  expect(draft).toMatchObject({ considered: 2, entries: 2, guests: 2, points: { awarded: 10, taken: 0 } })
  expect(live).toMatchObject({ considered: 2, entries: 2, guests: 2, points: { awarded: 6, taken: 0 } })
  expect(new Set(difference.only_draft.sample)).toEqual(new Set([three, five]))
  expect(new Set(difference.only_live.sample)).toEqual(new Set([away, back]))
  expect(notes[0]).toContain('dates that they have today')
  expect(await ground.query('SELECT FROM occasions')).toEqual([])
})

test('counts who would have been due by the hour, each at their moment', async () => {
  const at = (days: number) => ({ booking_at: daysAgo(days) })
  const [one, other] = [await guestWith(at(1)), await guestWith(at(6))]
  await guestWith(at(9))
  await guestWith(at(-1))
  await save(started({ date: { attribute: 'booking_at', repeats: 'never', hours_before: 12 } }, 5))
  const { draft, difference } = await compare()
  expect(draft).toMatchObject({ considered: 2, entries: 2 })
  expect(new Set(difference.only_draft.sample)).toEqual(new Set([one, other]))
  await save(started({ date: { fact: 'last_visit', repeats: 'never', hours_after: 3 } }, 5))
  // Of the visits above: 12 and 5 days ago, and 13 and 1 days ago.
  expect((await compare()).draft).toMatchObject({ considered: 2, entries: 2 })
  await save(birthday)
})

test('counts the reasons of those whom the draft turns away', async () => {
  const when = { field: 'guest.points', operator: 'at_least', value: 1_000 } as const
  await save({ ...birthday, trigger: { ...birthday.trigger, when } })
  const { draft, difference } = await compare()
  expect(draft).toMatchObject({ considered: 2, entries: 0, skipped: { condition_failed: 2 } })
  expect(difference).toMatchObject({ entries: -2, only_live: { count: 2 } })
  await save(birthday)
})

test('compares a draft that the clock starts with events that start the live version', async () => {
  const guests = await ground.guests(3)
  await ground.events(guests)
  await save(gives(10))
  const { draft, live, events } = await compare()
  expect(events).toBe(3)
  expect(draft).toMatchObject({ considered: 3, entries: 3 })
  expect(live).toMatchObject({ considered: 2, entries: 2 })
  await save(birthday)
})

test('counts who entered or left a segment at the time', async () => {
  const { organisationId } = ground
  const segmentId = await ground.within(async tx => {
    const condition = { field: 'guest.points', operator: 'at_least', value: 1_000 } as const
    return (await createSegment(tx, organisationId, { name: 'Rich', condition }, 'ada')).id
  })
  const stay = async (entered: number, left: number | null, guestId?: string) => {
    const id = guestId ?? (await ground.guest())
    await ground.query(
      `INSERT INTO segment_members (organisation_id, segment_id, guest_id, entered_at, left_at) VALUES ($1, $2, $3, $4, $5)`,
      [organisationId, segmentId, id, daysAgo(entered), left === null ? null : daysAgo(left)],
    )
    return id
  }
  const twice = await stay(6, 5)
  await stay(3, null, twice)
  await stay(2, null)
  await stay(20, 1)
  await stay(30, null)
  const moved = (on: 'enters' | 'leaves') => started({ segment: { id: segmentId, on } }, 7)
  await save(moved('enters'))
  const { draft, notes } = await compare()
  expect(draft).toMatchObject({ considered: 3, entries: 3, guests: 2, points: { awarded: 21, taken: 0 } })
  expect(notes[0]).toContain('visits that there were at the time')
  expect(notes[1]).toContain('Guests entered and left segments')
  await save(moved('leaves'))
  expect((await compare()).draft).toMatchObject({ considered: 2, entries: 2, guests: 2 })
  await save(birthday)
})

test('counts to whom a broadcast would have gone, by who is in its segment today', async () => {
  const { organisationId } = ground
  const segment = await ground.within(async tx => {
    const condition = { field: 'guest.points', operator: 'at_least', value: 1_000 } as const
    return (await createSegment(tx, organisationId, { name: 'Members', condition }, 'ada')).id
  })
  for (let guests = 0; guests < 3; guests += 1)
    await ground.query(
      `INSERT INTO segment_members (organisation_id, segment_id, guest_id, entered_at) VALUES ($1, $2, $3, now())`,
      [organisationId, segment, await ground.guest()],
    )
  await save(started({ broadcast: { segment } }, 2))
  const { draft, notes } = await compare()
  expect(draft).toMatchObject({ considered: 3, entries: 3, guests: 3, points: { awarded: 6, taken: 0 } })
  expect(notes[1]).toContain('in its segment today')
  await save(started({ broadcast: { segment, every: { time: '00:00' } } }, 2))
  expect((await compare()).draft).toMatchObject({ considered: 21, entries: 21, guests: 3 })
  await save(birthday)
})

test('comes to the same result when another worker takes it over', async () => {
  await save(gives(10))
  const { organisationId } = ground
  const { since: _since, until: _until, ...whole } = await compare()
  const { id } = await ground.within(tx =>
    startComparison(tx, { organisationId, workflowId, days: 7, actor: 'ada' }),
  )
  const frozen = ground.worker()
  // The events, and the first days.
  for (let turns = 0; turns < 4; turns += 1) await frozen()
  expect(await ground.find(id)).toMatchObject({ status: 'running' })
  await ground.pass()
  await ground.workOff([ground.worker()])
  expect((await ground.find(id))?.result).toMatchObject(whole)
})
