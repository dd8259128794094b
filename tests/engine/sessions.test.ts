import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, settings } from '../../server/src/db/database.ts'
import { openWorkSessions } from '../../server/src/queue/sessions.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { withAdmin } from '../support/test-server.ts'

let prepared: TestDatabase

/** As Debian's PostgreSQL is set up; the embedded one has it off for all. */
beforeAll(async () => {
  prepared = await createTestDatabase()
  const { database } = prepared.connection
  await withAdmin(prepared.connection, client => client.query(`ALTER DATABASE ${database} SET jit = on`))
})
afterAll(() => prepared.drop())

test('no session compiles its statements, whatever the server is set to', async () => {
  const options = { applicationName: 'millrace test', onError: () => {} }
  const opened = openDatabase(prepared.connection, { ...options, tenantConnections: 1, engineConnections: 1 })
  const work = openWorkSessions(prepared.connection, 1, options)
  const show = async (sql: Pick<pg.Pool, 'query'>) =>
    (await sql.query<{ jit: string }>('SHOW jit')).rows[0]?.jit
  expect([await show(opened.engine), await show(opened.tenant), await show(work)]).toEqual([
    'off',
    'off',
    'off',
  ])

  // The control: a session without our settings has what the server says.
  const { options: _ours, ...plain } = settings(prepared.connection, 'millrace_engine', 'millrace test')
  const client = new pg.Client(plain)
  await client.connect()
  expect(await show(client as never)).toBe('on')
  await Promise.all([opened.close(), work.end(), client.end()])
})
