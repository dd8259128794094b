import type { SourceMeaning } from '@millrace/contract/source'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { eraseGuest } from '../../server/src/erasure/erase-guest.ts'
import { deleteOldEvents } from '../../server/src/events/delete-events.ts'
import { cancelJob } from '../../server/src/jobs/jobs.ts'
import { startRebuild } from '../../server/src/jobs/rebuild/start-rebuild.ts'
import { setMeaning } from '../../server/src/visits/source-meanings.ts'
import { rewritingPool } from '../support/rewriting-pool.ts'
import { type JobGround, openJobs } from './job-ground.ts'

let ground: JobGround
beforeEach(async () => {
  ground = await openJobs()
})
afterEach(() => ground.close())

const declare = (meaning: SourceMeaning | null) =>
  ground.within(tx => setMeaning(tx, ground.organisationId, 'till', meaning, 'ada'))
const rebuild = () =>
  ground.within(tx =>
    startRebuild(tx, { organisationId: ground.organisationId, source: 'till', actor: 'ada' }),
  )
const visit: SourceMeaning = { kind: 'visit', amount: 'spend' }

/** Every entry, without what differs from test to test. */
const entries = () =>
  ground.query<{ kind: string; amount: string | null; serial: string; same: boolean }>(
    `SELECT v.kind, v.amount::float8, v.serial, v.occurred_at = e.created_at AND v.guest_id = e.guest_id AS same
     FROM visits v LEFT JOIN events e ON e.id = v.event_id`,
  )

test('a source that is declared late gets an entry for every stored event, the same as if it had been declared before', async () => {
  const guests = await ground.guests(20)
  await ground.events(guests, { spend: 12.5 })
  await declare(visit)
  await ground.events(guests, { spend: 12.5 })
  expect(await entries()).toHaveLength(20)
  const job = await rebuild()
  await ground.workOff([ground.worker()])
  expect(await ground.find(job.id)).toMatchObject({
    kind: 'visits',
    workflow_id: null,
    status: 'done',
    // The entries that were written with their events are the same: nothing is changed about them.
    result: { events: 40, entries: 20 },
  })
  expect(await entries()).toEqual(
    Array.from({ length: 40 }, () => ({ kind: 'visit', amount: 12.5, serial: 'A', same: true })),
  )
  const again = await rebuild()
  await ground.workOff([ground.worker()])
  expect((await ground.find(again.id))?.result).toEqual({ events: 40, entries: 0 })
})

test('several workers, one of which dies with every other portion, rebuild the same ledger', async () => {
  await ground.events(await ground.guests(30), { spend: 1 })
  await declare(visit)
  const job = await rebuild()
  let commits = 0
  let deaths = 0
  const dying = rewritingPool(ground.database.engine, statement => {
    if (statement !== 'COMMIT') return statement
    commits += 1
    if (commits % 2 === 0) return statement
    deaths += 1
    return `DO $$ BEGIN RAISE EXCEPTION 'terminated' USING ERRCODE = '57P01'; END $$`
  })
  const query = ground.database.engine.query.bind(ground.database.engine)
  const mortal = ground.worker({ database: { engine: Object.assign(dying, { query }) } })
  const careful = () => mortal().catch(() => true)
  await careful()
  expect(deaths).toBe(1)
  await ground.workOff([careful, ground.worker()])
  expect((await ground.find(job.id))?.status).toBe('done')
  expect(await entries()).toHaveLength(30)
})

test('events that arrive during a rebuild have one entry each', async () => {
  const guests = await ground.guests(10)
  await ground.events(guests, { spend: 1 })
  await declare(visit)
  await rebuild()
  await Promise.all([
    ground.workOff([ground.worker(), ground.worker()]),
    ...Array.from({ length: 5 }, () => ground.events(guests, { spend: 2 })),
  ])
  const found = await entries()
  expect(found).toHaveLength(60)
  expect(found.filter(({ amount }) => Number(amount) === 2)).toHaveLength(50)
})

test('an event that was being stored while the source was declared is not left out', async () => {
  const [guestId] = await ground.guests(1)
  // Its transaction began before the declaration, and knows nothing of it.
  await inTransaction(ground.database.engine, async tx => {
    await tx.query(
      `INSERT INTO events (organisation_id, id, guest_id, serials, source, parameters, status, receipt, created_at)
       VALUES ($1, uuid_floor(now()), $2, '{A}', 'till', '{"spend": 3}', 'unrouted', '{}', now())`,
      [ground.organisationId, guestId],
    )
    await declare(visit)
    const job = await rebuild()
    const worker = ground.worker()
    for (let turn = 0; turn < 5; turn += 1) {
      await worker()
      await ground.pass()
    }
    expect((await ground.find(job.id))?.status).toBe('running')
  })
  await ground.workOff([ground.worker()])
  expect(await entries()).toEqual([{ kind: 'visit', amount: 3, serial: 'A', same: true }])
})

test('a source that becomes something else changes its entries, and one that becomes nothing loses them', async () => {
  await ground.events(await ground.guests(5), { spend: 4 })
  await declare(visit)
  await rebuild()
  await ground.workOff([ground.worker()])
  await declare({ kind: 'refund', amount: 'spend' })
  await rebuild()
  await ground.workOff([ground.worker()])
  expect((await entries()).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(
    Array.from({ length: 5 }, () => 'refund -4'),
  )
  await declare(null)
  const job = await rebuild()
  await ground.workOff([ground.worker()])
  expect((await ground.find(job.id))?.result).toEqual({ events: 0, entries: 5 })
  expect(await entries()).toEqual([])
})

test('a meaning that changes during a rebuild counts for all of it', async () => {
  await ground.events(await ground.guests(5), { spend: 4 })
  await declare(visit)
  await rebuild()
  const worker = ground.worker()
  await worker()
  await declare({ kind: 'booking' })
  await ground.workOff([worker])
  expect(new Set((await entries()).map(({ kind }) => kind))).toEqual(new Set(['booking']))
  expect(await entries()).toHaveLength(5)
})

test('entries outlive their events, and are deleted with their guest', async () => {
  await declare(visit)
  const [kept, gone] = (await ground.guests(2)) as [string, string]
  await ground.events([kept, gone], { spend: 4 })
  await ground.within(tx => eraseGuest(tx, ground.organisationId, gone, 'ada'))
  expect(await entries()).toHaveLength(1)
  await rebuild()
  await ground.workOff([ground.worker()])
  expect(await entries()).toHaveLength(1)
  const tomorrow = new Date(Date.now() + 86_400_000)
  expect(await ground.within(tx => deleteOldEvents(tx, ground.organisationId, tomorrow, 100))).toBe(2)
  await rebuild()
  await ground.workOff([ground.worker()])
  expect(await ground.query('SELECT guest_id FROM visits')).toEqual([{ guest_id: kept }])
})

test('a second rebuild of a source is refused while one is under way, and it can be cancelled', async () => {
  await declare(visit)
  const { id } = await rebuild()
  await expect(rebuild()).rejects.toThrow('being rebuilt already')
  await ground.within(tx => cancelJob(tx, ground.organisationId, id, 'ada'))
  expect((await rebuild()).status).toBe('running')
})

test('a rebuilt entry is at the time that its event says, not at the time when it was sent', async () => {
  await ground.events(await ground.guests(2), { spend: 4 })
  await ground.query(`UPDATE events SET occurred_at = '2024-05-01T12:00:00Z', status = 'history'`)
  await declare(visit)
  await rebuild()
  await ground.workOff([ground.worker()])
  const found = await ground.query<{ occurred_at: Date }>('SELECT occurred_at FROM visits')
  expect(found.map(({ occurred_at }) => occurred_at.toISOString())).toEqual([
    '2024-05-01T12:00:00.000Z',
    '2024-05-01T12:00:00.000Z',
  ])
})
