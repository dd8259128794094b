import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/postgres.ts'
import { untilBlocked } from '../../../tests/support/until-blocked.ts'
import { migrate, readMigrations } from './migrate.ts'

/** A migration of the next release, which locks two tables one after the other. */
const more = (sql: string) =>
  readMigrations().then(all => [...all, { version: 9_999, name: '9999_more.sql', sql }])

test('a migration that PostgreSQL undoes because of what others have locked is tried again', async () => {
  const { url, connection, drop } = await createTestDatabase()
  const serving = new pg.Client({
    ...connection,
    options: '-c search_path=millrace -c deadlock_timeout=600s',
  })
  await serving.connect()
  await serving.query('BEGIN; LOCK TABLE segment_moves IN ROW EXCLUSIVE MODE')
  const migrated = migrate(
    connection,
    more('LOCK TABLE segment_changes, segment_moves; CREATE TABLE more ()'),
  )
  await untilBlocked(url)
  // Each waits for the other now. It is the migration that notices, because the process that serves would take ten minutes.
  await serving.query('LOCK TABLE segment_changes IN ROW EXCLUSIVE MODE')
  await serving.query('COMMIT')
  await migrated
  const { rows } = await serving.query(
    `SELECT name, to_regclass('more') IS NOT NULL AS made FROM migrations WHERE version = 9999`,
  )
  expect(rows).toEqual([{ name: '9999_more.sql', made: true }])
  await serving.end()
  await drop()
})

test('one that fails for another reason is not, and leaves nothing', async () => {
  const { connection, drop } = await createTestDatabase()
  await expect(migrate(connection, more('CREATE TABLE more (); SELECT 1 / 0'))).rejects.toThrow(
    'division by zero',
  )
  const reader = new pg.Client({ ...connection, options: '-c search_path=millrace' })
  await reader.connect()
  const { rows } = await reader.query(
    `SELECT to_regclass('more') AS made, (SELECT count(*)::int FROM migrations WHERE version = 9999) AS noted`,
  )
  expect(rows).toEqual([{ made: null, noted: 0 }])
  await reader.end()
  await drop()
})

test('one that always waits for others says what to do', async () => {
  const { connection, drop } = await createTestDatabase()
  const deadlock = `DO $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END $$`
  await expect(migrate(connection, more(deadlock))).rejects.toThrow(
    /20 times, 9999_more\.sql and sessions of the previous release.*stop the processes of the previous release first/,
  )
  await drop()
})

test('a table without rows is left without statistics, and so is planned for as one that will have some', async () => {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(
    `SELECT array_agg(relname::text) FILTER (WHERE pg_relation_size(oid) = 0 AND reltuples >= 0) AS empty,
            array_agg(relname::text) FILTER (WHERE reltuples > 0) AS known
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'millrace'::regnamespace`,
  )
  expect(rows).toEqual([{ empty: null, known: expect.arrayContaining(['migrations']) }])
  await client.end()
  await drop()
})
