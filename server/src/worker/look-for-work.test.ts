import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { type OpenedDatabase, openTestDatabase } from '../../../tests/support/open-database.ts'
import { withAdmin } from '../../../tests/support/test-server.ts'
import { lookForWork, type Work } from './look-for-work.ts'

let opened: OpenedDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.close())

const look = () => lookForWork(opened.database.engineSql)

const SOMETHING: Record<string, string> = {
  bytea: `'\\x00'`,
  json: `'{}'`,
  jsonb: `'{}'`,
  integer: '1',
  bigint: '1',
  'timestamp with time zone': 'now()',
}

const anything = (type: string) => (type === 'uuid' ? `'${newId()}'` : (SOMETHING[type] ?? `'x'`))

/** A row with these values, and with anything in what it needs besides: nothing that it belongs to is there. */
async function insert(admin: pg.Client, table: string, values: Record<string, string>): Promise<void> {
  const { rows } = await admin.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'millrace' AND table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'`,
    [table],
  )
  const all = {
    ...Object.fromEntries(rows.map(({ name, type }) => [name, anything(type)])),
    ...values,
  }
  await admin.query(`INSERT INTO millrace.${table} (${Object.keys(all)}) VALUES (${Object.values(all)})`)
}

const past = `now() - interval '1 second'`
const future = `now() + interval '1 hour'`

const cases: [Work, table: string, there: Record<string, string>, notYet?: Record<string, string>][] = [
  ...(['email', 'sms', 'webhook'] as const).map(
    channel =>
      [
        `sending ${channel}` as const,
        'messages',
        { channel: `'${channel}'`, status: `'pending'`, due_at: past },
        { channel: `'${channel}'`, status: `'sent'`, due_at: 'NULL' },
      ] satisfies (typeof cases)[number],
  ),
  [
    'sending to subscriptions',
    'subscription_deliveries',
    { state: `'waiting'`, due_at: past },
    { state: `'delivered'` },
  ],
  [
    'reading deliveries',
    'connection_deliveries',
    { state: `'waiting'`, due_at: past },
    { state: `'waiting'`, due_at: future },
  ],
  [
    'reading held deliveries',
    'connection_deliveries',
    { state: `'held'`, due_at: past },
    { state: `'held'`, due_at: future },
  ],
  [
    'waking runs',
    'runs',
    { trigger: `'event'`, status: `'waiting'`, resumes_at: past },
    { trigger: `'event'`, status: `'waiting'`, resumes_at: future },
  ],
  [
    'resuming runs',
    'runs',
    { trigger: `'event'`, status: `'paused'`, held_at: past },
    { trigger: `'event'`, status: `'paused'` },
  ],
  ['ending runs', 'run_endings', {}],
]

test.each(cases)('%s is asked for when there is something in %s', async (work, table, there, notYet) => {
  await withAdmin(opened.connection, async admin => {
    await admin.query('SET session_replication_role = replica')
    if (notYet !== undefined) await insert(admin, table, notYet)
    expect(await look()).toEqual([])
    await insert(admin, table, there)
    expect(await look()).toEqual([work])
    await admin.query(`DELETE FROM millrace.${table}`)
  })
})
