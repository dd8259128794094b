import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { type Database, inTransaction, openDatabase } from '#db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts'
import { withAdmin } from '../../../tests/support/test-server.ts'
import { refreshStatistics } from './refresh-statistics.ts'

let prepared: TestDatabase
let database: Database
beforeAll(async () => {
  prepared = await createTestDatabase()
  // Autovacuum does the same whenever it comes by.
  await withAdmin(prepared.connection, admin =>
    admin.query('ALTER TABLE millrace.guests SET (autovacuum_enabled = false)'),
  )
  database = openDatabase(prepared.connection, {
    applicationName: 'test of statistics',
    tenantConnections: 1,
    engineConnections: 1,
    onError: () => {},
  })
})
afterAll(async () => {
  await database.close()
  await prepared.drop()
})

const query = async (text: string, values: unknown[] = []) => (await database.engine.query(text, values)).rows
const refresh = () => inTransaction(database.engine, refreshStatistics)
const rowsPlannedFor = async () =>
  (await query(`SELECT reltuples FROM pg_class WHERE oid = 'millrace.guests'::regclass`))[0].reltuples

/** The counters are reported with a delay, unless they are flushed. */
async function addGuests(organisationId: string, count: number): Promise<void> {
  await query(
    'INSERT INTO guests (organisation_id, id) SELECT $1, gen_random_uuid() FROM generate_series(1, $2)',
    [organisationId, count],
  )
  await query('SELECT pg_stat_force_next_flush()')
  await query('SELECT 1')
}

test('a table that has grown is looked through at once, and one that hardly changed is not', async () => {
  const organisationId = newId()
  await query('INSERT INTO organisations (id, name) VALUES ($1, $2)', [organisationId, 'Test'])
  await addGuests(organisationId, 3_000)
  expect(await refresh()).toEqual(['millrace.guests'])
  expect(await rowsPlannedFor()).toBe(3_000)
  await addGuests(organisationId, 1_100)
  expect(await refresh()).toEqual([])
  await addGuests(organisationId, 3_000)
  expect(await refresh()).toEqual(['millrace.guests'])
})
