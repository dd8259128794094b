import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { jobLocks } from '#db/advisory-locks.ts'
import { auditPads } from '#db/audit-pads.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { isMaintenanceStopped, trustClock } from '#maintenance/trusted-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts'
import { maintain } from './maintain.ts'

let prepared: TestDatabase
let database: Database
beforeAll(async () => {
  prepared = await createTestDatabase()
  database = openDatabase(prepared.connection, {
    applicationName: 'test of maintenance',
    tenantConnections: 1,
    engineConnections: 2,
    auditKey: auditPads(Buffer.alloc(32, 7)),
    onError: () => {},
  })
})
afterAll(async () => {
  await database.close()
  await prepared.drop()
})

test('deletes what has served its time in batches, and keeps the rest', async () => {
  await database.engine.query(
    `INSERT INTO strict_limits (key, admitted, touched)
     SELECT 'old ' || n, '{}'::bigint[], now() - interval '2 hours' FROM generate_series(1, 5001) n
     UNION ALL SELECT 'young', '{}'::bigint[], now()`,
  )
  expect(await maintain(database.engine)).toBe(true)
  expect(await maintain(database.engine)).toBe(false)
  const { rows } = await database.engine.query('SELECT key FROM strict_limits')
  expect(rows).toEqual([{ key: 'young' }])
})

test('deletes nothing while the clock is a month ahead of its last turn, says so once, and continues when it is right', async () => {
  const { engine } = database
  const organisationId = newId()
  await engine.query(`INSERT INTO organisations (id, name) VALUES ($1, 'Test')`, [organisationId])
  await engine.query(`INSERT INTO strict_limits VALUES ('old', '{}', now() - interval '2 hours')`)
  const kept = async () => (await engine.query(`SELECT FROM strict_limits WHERE key = 'old'`)).rowCount === 1
  const alerts = async () =>
    (await engine.query(`SELECT FROM millrace_audit.entries WHERE action = 'alert.clock_jumped'`)).rowCount
  // As after a jump of three years, seen from the other side.
  await engine.query(`UPDATE maintenance SET seen_at = now() - interval '3 years'`)
  expect([await maintain(engine), await maintain(engine)]).toEqual([false, false])
  expect([await kept(), await alerts(), await isMaintenanceStopped(engine)]).toEqual([true, 1, true])

  // The clock is set back.
  await engine.query(`UPDATE maintenance SET seen_at = now() + interval '1 hour'`)
  await maintain(engine)
  expect([await kept(), await isMaintenanceStopped(engine)]).toEqual([false, false])

  // Or it was right.
  await engine.query(`UPDATE maintenance SET seen_at = now() - interval '32 days'`)
  await engine.query(`INSERT INTO strict_limits VALUES ('old', '{}', now() - interval '2 hours')`)
  await maintain(engine)
  expect([await kept(), await isMaintenanceStopped(engine)]).toEqual([true, true])
  await trustClock(engine)
  await maintain(engine)
  expect([await kept(), await isMaintenanceStopped(engine)]).toEqual([false, false])
})

test('makes the partitions of the months ahead', async () => {
  await maintain(database.engine)
  const { rows } = await database.engine.query(
    `SELECT to_regclass('steps_' || to_char(now() AT TIME ZONE 'UTC' + interval '2 months', 'YYYY_MM')) AS ahead`,
  )
  expect(rows[0].ahead).not.toBeNull()
})

test('leaves it to the process that is at it already', async () => {
  const other = await database.engine.connect()
  try {
    await other.query(`BEGIN; SELECT pg_advisory_xact_lock(${jobLocks.maintain})`)
    await database.engine.query(`INSERT INTO strict_limits VALUES ('late', '{}', now() - interval '2 hours')`)
    expect(await maintain(database.engine)).toBe(false)
    const { rowCount } = await database.engine.query(`SELECT FROM strict_limits WHERE key = 'late'`)
    expect(rowCount).toBe(1)
  } finally {
    await other.query('ROLLBACK')
    other.release()
  }
})

test('a month that cannot be created because of a long transaction is created later, and no one waits behind it', async () => {
  const { engine } = database
  const next = `runs_${new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1)).toISOString().slice(0, 7).replace('-', '_')}`
  const isThere = async () =>
    (await engine.query('SELECT to_regclass($1) IS NOT NULL AS there', [next])).rows[0].there as boolean
  await engine.query(`DROP TABLE ${next}`)
  const dump = await engine.connect()
  try {
    await dump.query('BEGIN; LOCK TABLE runs_default IN ACCESS SHARE MODE')
    await maintain(engine)
    expect(await isThere()).toBe(false)
  } finally {
    await dump.query('ROLLBACK')
    dump.release()
  }
  await maintain(engine)
  expect(await isThere()).toBe(true)
})
