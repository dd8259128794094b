import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { type OpenedDatabase, openTestDatabase } from '../../../tests/support/open-database.ts'
import { askingBriefly, type Database, inTenant, openDatabase } from './database.ts'
import type { Sql } from './sql.ts'

// What the pooler itself does with it is tried by `npm run prove -- pgbouncer`.
let opened: OpenedDatabase
let database: Database

beforeAll(async () => {
  opened = await openTestDatabase()
  database = openDatabase(opened.connection, {
    applicationName: 'millrace test pooled',
    tenantConnections: 1,
    engineConnections: 1,
    onError: () => {},
    pooled: true,
  })
})
afterAll(async () => {
  await database?.close()
  await opened?.close()
})

const SETTINGS = `SELECT current_user AS role, current_setting('search_path') AS path, current_setting('jit') AS jit,
  current_setting('millrace.organisation_id', true) AS organisation, $1::int AS given`

test('a single statement is a transaction with the settings of its role', async () => {
  const both: readonly Sql[] = [database.engine, database.engineSql]
  for (const sql of both) {
    const { rows } = await sql.query(SETTINGS, [7])
    expect(rows).toMatchObject([{ role: 'millrace_engine', path: 'millrace', jit: 'off', given: 7 }])
  }
})

test('a transaction has its organisation, and the next one on the connection nothing of it', async () => {
  for (const id of [newId(), newId()]) {
    const seen = await inTenant(database, id, tx => tx.query(SETTINGS, [1]))
    expect(seen.rows).toMatchObject([{ role: 'millrace_tenant', path: 'millrace', organisation: id }])
  }
  const { rows } = await database.tenant.query(SETTINGS, [1])
  expect(rows).toMatchObject([{ role: 'millrace_tenant', organisation: '' }])
})

test('nothing is prepared by name', async () => {
  await database.engineSql.query('SELECT $1::int', [1])
  const { rows } = await database.engineSql.query('SELECT name FROM pg_prepared_statements', [])
  expect(rows).toEqual([])
})

test('after an error, and after no answer, the next statement is answered', async () => {
  await expect(database.engine.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' })
  await expect(inTenant(database, newId(), tx => tx.query('SELECT nothing'))).rejects.toMatchObject({
    code: '42703',
  })
  await expect(askingBriefly(database.engine).query('SELECT pg_sleep(4)')).rejects.toThrow('timeout')
  for (const pool of [database.engine, database.tenant])
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})
