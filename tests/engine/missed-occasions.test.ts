import type { MissedDecision } from '@millrace/contract/missed'
import type { DateTrigger } from '@millrace/contract/workflow'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { decideMissed } from '../../server/src/workflows/missed/decide-missed.ts'
import { countMissed, listMissed } from '../../server/src/workflows/missed/missed-rows.ts'
import { openScheduled, type Scheduled } from './scheduled.ts'

let ground: Scheduled
let workflowId: string
beforeEach(async () => {
  ground = await openScheduled()
})
afterEach(async () => {
  expect(ground.faults).toEqual([])
  await ground.close()
})

const birthday = (limits: Partial<DateTrigger> = {}): DateTrigger => ({
  date: { attribute: 'birthday', repeats: 'yearly', time: '10:00' },
  ...limits,
})
const place = () => ({ organisationId: ground.organisationId, workflowId })
const decide = (decision: MissedDecision['decision'], guests?: string[]) =>
  ground.within(tx => decideMissed(tx, place(), { decision, ...(guests && { guests }) }, 'ada'))
const listed = async () =>
  (await ground.within(tx => listMissed(tx, place(), { after: undefined, limit: 10 }))).map(
    ({ guest_id }) => guest_id,
  )
const whoStarted = async () => (await ground.started()).map(({ guest_id }) => guest_id)
const bornToday = (many: number) =>
  ground.query(
    `INSERT INTO guests (organisation_id, id, attributes)
     SELECT $1, gen_random_uuid(), '{"birthday": "1990-05-17"}' FROM generate_series(1, $2)`,
    [ground.organisationId, many],
  )

/** Paused on the day on which guests are due, and resumed the day after. */
async function missDay(): Promise<void> {
  await ground.at('2026-05-16T12:00:00Z')
  await ground.status(workflowId, 'paused')
  await ground.at('2026-05-17T09:00:00Z')
}

test('who was due during a pause is listed, and started or let go, chosen or all, each once', async () => {
  workflowId = await ground.publishAt(birthday())
  const guests: string[] = []
  for (let many = 0; many < 4; many += 1) guests.push(await ground.guestWith({ birthday: '1990-05-17' }))
  const [ada = '', ben = '', cleo = '', dan = ''] = guests
  await missDay()
  expect((await listed()).toSorted()).toEqual(guests.toSorted())
  await expect(decide('start')).rejects.toThrow('The workflow is paused, so nobody can be started. Resume it')
  await ground.query("UPDATE workflows SET status = 'cancelled' WHERE id = $1", [workflowId])
  await expect(decide('start')).rejects.toThrow('That is final: use another workflow.')
  await ground.query("UPDATE workflows SET status = 'paused' WHERE id = $1", [workflowId])
  await ground.status(workflowId, 'active')
  await ground.at('2026-05-18T12:00:00Z')
  expect(await whoStarted()).toEqual([])
  expect(await decide('let_go', [cleo])).toBe(1)
  // Two clicks at once.
  expect((await Promise.all([decide('start', [ada]), decide('start', [ada])])).toSorted()).toEqual([0, 1])
  await ground.within(tx => eraseGuest(tx, ground.organisationId, dan, 'ada'))
  await ground.work()
  expect(await ground.started()).toMatchObject([
    {
      guest_id: ada,
      trigger: 'date',
      input: { parameters: { attribute: 'birthday', occasion: '2026-05-17', years: 36 } },
    },
  ])
  expect(await listed()).toEqual([ben])
  expect(await decide('start')).toBe(1)
  await ground.work()
  expect((await whoStarted()).toSorted()).toEqual([ada, ben].toSorted())
  expect(await ground.days()).toMatchObject([
    { day: '2026-05-17', missed: 4, missed_because: 'workflow_paused' },
    { day: '2026-05-18', considered: 2, started: 2 },
  ])
  expect(await ground.query('SELECT FROM missed_occasions')).toEqual([])
  expect(
    await ground.query(
      `SELECT action, detail FROM millrace_audit.entries WHERE action LIKE 'workflow.missed%' ORDER BY id`,
    ),
  ).toEqual([
    { action: 'workflow.missed_let_go', detail: { occasions: 1 } },
    { action: 'workflow.missed_started', detail: { occasions: 1 } },
    { action: 'workflow.missed_started', detail: { occasions: 1 } },
  ])
})

test('in portions, whichever statement a worker dies with', async () => {
  workflowId = await ground.publishAt(birthday())
  await bornToday(1_100)
  await ground.at('2026-05-16T12:00:00Z')
  const dyingOften = async () => {
    const mortal = ground.worker()
    for (let at = 1; at < 25; at += 1) {
      let statements = 0
      ground.dieWith(() => ++statements === at)
      await mortal().catch(() => undefined)
    }
    ground.dieWith(undefined)
    await ground.work()
  }
  // The server was off for longer than an hour.
  ground.turnTo('2026-05-17T12:00:00Z')
  await dyingOften()
  expect(await ground.within(tx => countMissed(tx, place()))).toEqual({ missed: 1_100, starting: 0 })
  expect(await ground.days()).toMatchObject([{ missed: 1_100, missed_because: 'too_late' }])
  expect(await decide('start')).toBe(1_100)
  await dyingOften()
  expect(await ground.query('SELECT count(*) AS runs, count(DISTINCT guest_id) AS guests FROM runs')).toEqual(
    [{ runs: 1_100, guests: 1_100 }],
  )
  expect(await ground.within(tx => countMissed(tx, place()))).toEqual({ missed: 0, starting: 0 })
})

test('a pause after the decision keeps them until it is over, and conditions count at the start', async () => {
  const when = { field: 'guest.tags', operator: 'contains', value: 'vip' } as const
  workflowId = await ground.publishAt(birthday({ when }))
  const vip = await ground.guestWith({ birthday: '1990-05-17' })
  await ground.guestWith({ birthday: '1990-05-17' })
  await ground.query(`UPDATE guests SET tags = '{vip}' WHERE id = $1`, [vip])
  await missDay()
  await ground.status(workflowId, 'active')
  await decide('start')
  await ground.status(workflowId, 'paused')
  await ground.at('2026-05-17T13:00:00Z')
  expect(await whoStarted()).toEqual([])
  await ground.status(workflowId, 'active')
  await ground.at('2026-05-17T13:15:00Z')
  expect(await whoStarted()).toEqual([vip])
  // Who was turned away has had the occasion.
  expect(await ground.query('SELECT FROM occasions')).toHaveLength(2)
})

test('who was missed as absent and has come since is not started', async () => {
  await ground.venue('LEEDS', 'Europe/London')
  workflowId = await ground.publishAt({ absence: { days: 60, time: '10:00' } })
  const [ada, ben] = [await ground.guestWith({}), await ground.guestWith({})]
  for (const guest of [ada, ben]) await ground.visit(guest, '2026-03-17T12:00:00Z', 'LEEDS')
  await ground.at('2026-05-16T09:30:00Z')
  await ground.status(workflowId, 'paused')
  await ground.visit(await ground.guestWith({}), '2026-05-16T12:00:00Z', 'LEEDS')
  await ground.at('2026-05-17T09:00:00Z')
  expect((await listed()).toSorted()).toEqual([ada, ben].toSorted())
  await ground.visit(ben, '2026-05-17T12:00:00Z', 'LEEDS')
  await ground.status(workflowId, 'active')
  expect(await decide('start')).toBe(2)
  await ground.work()
  expect(await whoStarted()).toEqual([ada])
  expect(await ground.query('SELECT FROM missed_occasions')).toEqual([])
})

test('who was missed for want of events of a source and has sent one since is not started', async () => {
  const book = (guest: string, at: string) => ground.visit(guest, at, null, 'booking', 'bookings')
  workflowId = await ground.publishAt({ absence: { days: 60, sources: ['bookings'], time: '10:00' } })
  const [ada, ben] = [await ground.guestWith({}), await ground.guestWith({})]
  for (const guest of [ada, ben]) await book(guest, '2026-03-17T12:00:00Z')
  await ground.at('2026-05-16T09:30:00Z')
  await ground.status(workflowId, 'paused')
  await book(await ground.guestWith({}), '2026-05-16T12:00:00Z')
  await ground.at('2026-05-17T09:00:00Z')
  expect((await listed()).toSorted()).toEqual([ada, ben].toSorted())
  await ground.visit(ada, '2026-05-17T12:00:00Z')
  await book(ben, '2026-05-17T12:00:00Z')
  await ground.status(workflowId, 'active')
  expect(await decide('start')).toBe(2)
  await ground.work()
  expect(await whoStarted()).toEqual([ada])
})

test('who entered a segment during a pause is listed too, and a workflow that something else starts lists nobody', async () => {
  const segment = await ground.segment('Gold', { field: 'guest.tags', operator: 'contains', value: 'gold' })
  workflowId = await ground.publishAt({ segment: { id: segment, on: 'enters' } })
  const [ada, ben] = [await ground.guestWith({}), await ground.guestWith({})]
  await ground.status(workflowId, 'paused')
  await ground.query(`UPDATE guests SET tags = '{gold}'`)
  await ground.keep()
  await ground.at('2026-05-17T12:00:00Z')
  expect((await listed()).toSorted()).toEqual([ada, ben].toSorted())
  await ground.status(workflowId, 'active')
  expect(await decide('start', [ada])).toBe(1)
  await ground.work()
  expect(await ground.started()).toMatchObject([{ guest_id: ada, trigger: 'segment' }])
  await ground.publishAt(birthday(), workflowId)
  expect(await listed()).toEqual([])
})
