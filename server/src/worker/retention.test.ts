import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { type Database, inTransaction, openDatabase } from '#db/database.ts'
import { retryFailed } from '#runs/change/retry-failed.ts'
import { rememberingQueue } from '#runs/runs.fixture.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts'
import { dropMonthsOfRuns } from './drop-old-months.ts'
import { maintain } from './maintain.ts'
import { retain } from './retention.ts'

let prepared: TestDatabase
let database: Database
const close = async () => {
  await database?.close()
  await prepared?.drop()
}
beforeEach(async () => {
  await close()
  prepared = await createTestDatabase()
  database = openDatabase(prepared.connection, {
    applicationName: 'test of retention',
    tenantConnections: 1,
    engineConnections: 3,
    onError: () => {},
  })
})
afterAll(close)

async function query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.engine.query(text, values)).rows as Row[]
}

async function organisation(retentionMonths: number): Promise<string> {
  const id = newId()
  await query(`INSERT INTO organisations (id, name, settings) VALUES ($1, 'Test', $2)`, [
    id,
    JSON.stringify({ retention_months: retentionMonths }),
  ])
  return id
}

/** The partitions of a month, some months ago. */
const months = (ago: number) =>
  query(
    `DO $$ DECLARE
       v_month timestamptz := date_trunc('month', now(), 'UTC') - interval '${ago} months';
       v_table text;
     BEGIN
       FOREACH v_table IN ARRAY ARRAY['events', 'steps', 'runs'] LOOP
         EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
           v_table || to_char(v_month AT TIME ZONE 'UTC', '_YYYY_MM'), v_table,
           uuid_floor(v_month), uuid_floor(v_month + interval '1 month'));
       END LOOP;
     END $$`,
  )

/** How many old months a table has. */
const partitions = async (table: 'events' | 'runs' | 'steps' = 'events') =>
  (
    await query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits
       WHERE inhparent = $1::regclass AND inhrelid::regclass::text < $1 || '_' || to_char(now(), 'YYYY_MM')`,
      [table],
    )
  ).length

/** The partitions in which a run and its steps are. */
const places = async (id: string) =>
  (
    await query<{ place: string }>(
      `SELECT tableoid::regclass::text AS place FROM runs WHERE id = $1
       UNION ALL SELECT tableoid::regclass::text FROM steps WHERE run_id = $1`,
      [id],
    )
  ).map(({ place }) => place)

/** An event and its run from some months ago, with a step, a message, an attempt and a report. Ids contain the time. */
async function life(organisationId: string, monthsAgo: number, status = 'completed', guestId = newId()) {
  const [made] = await query<{ id: string; at: Date }>(
    `SELECT overlay(uuid_floor(at)::text PLACING right(gen_random_uuid()::text, 17) FROM 20) AS id, at
     FROM (SELECT date_trunc('month', now(), 'UTC') - $1 * interval '1 month' + interval '10 days' AS at) AS t`,
    [monthsAgo],
  )
  const { id, at } = made as { id: string; at: Date }
  const final = status !== 'waiting'
  await query(
    `INSERT INTO events (organisation_id, id, guest_id, serials, parameters, status, receipt, created_at)
     VALUES ($1, $2, $3, '{}', '{}', 'routed', '{}', $4)`,
    [organisationId, id, guestId, at],
  )
  await query(
    `INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, trigger, status, input, created_at, finished_at)
     VALUES ($1, $2, $2, 1, $3, 'event', $4, '{}', $5, $6)`,
    [organisationId, id, guestId, status, at, final ? at : null],
  )
  await query(
    `INSERT INTO steps (organisation_id, run_id, position, node_id, type, status, detail, started_at)
     VALUES ($1, $2, 0, 'n', 'wait', 'completed', '{}', $3)`,
    [organisationId, id, at],
  )
  await query(
    `INSERT INTO messages (organisation_id, id, run_id, node_id, guest_id, channel, recipient, content, status, created_at)
     VALUES ($1, $2, $2, 'n', $3, 'email', 'x', '{}', 'sent', $4)`,
    [organisationId, id, guestId, at],
  )
  await query(
    `INSERT INTO message_attempts (organisation_id, message_id, attempt, at, duration_ms, outcome, detail)
     VALUES ($1, $2, 1, $3, 1, 'delivered', '{}')`,
    [organisationId, id, at],
  )
  await query(
    `INSERT INTO message_reports (organisation_id, message_id, kind, provider, address, received_at)
     VALUES ($1, $2, 'delivered', 'ses', 'x', $3)`,
    [organisationId, id, at],
  )
  await query(
    `INSERT INTO message_clicks (organisation_id, message_id, url, run_id, node_id)
     VALUES ($1, $2, 'https://example.com/', $2, 'n')`,
    [organisationId, id],
  )
  await query(
    `INSERT INTO message_answers (organisation_id, message_id, run_id, node_id, answer)
     VALUES ($1, $2, $2, 'n', '4')`,
    [organisationId, id],
  )
  return id
}

async function left(id: string): Promise<string[]> {
  const rows = await query<{ table: string }>(
    `SELECT 'events' AS table FROM events WHERE id = $1 UNION ALL SELECT 'runs' FROM runs WHERE id = $1
     UNION ALL SELECT 'steps' FROM steps WHERE run_id = $1 UNION ALL SELECT 'messages' FROM messages WHERE id = $1
     UNION ALL SELECT 'attempts' FROM message_attempts WHERE message_id = $1
     UNION ALL SELECT 'reports' FROM message_reports WHERE message_id = $1
     UNION ALL SELECT 'clicks' FROM message_clicks WHERE message_id = $1
     UNION ALL SELECT 'answers' FROM message_answers WHERE message_id = $1`,
    [id],
  )
  return rows.map(({ table }) => table)
}

const everything = ['events', 'runs', 'steps', 'messages', 'attempts', 'reports', 'clicks', 'answers']

async function retainAll(): Promise<void> {
  while (await retain(database.engine));
}

describe('what is older than its organisation keeps it', () => {
  test('goes, month by month, and the rest stays', async () => {
    const a = await organisation(3)
    await months(4)
    await months(3)
    const [old, young, now] = [await life(a, 4), await life(a, 3), await life(a, 0)]
    expect(await partitions()).toBe(2)
    await retainAll()
    expect(await left(old)).toEqual([])
    expect(await left(young)).toEqual(everything)
    expect(await left(now)).toEqual(everything)
    for (const table of ['events', 'runs', 'steps'] as const) expect(await partitions(table)).toBe(1)
  })

  test('goes row by row where another organisation keeps its own for longer', async () => {
    const [short, long] = [await organisation(1), await organisation(12)]
    await months(5)
    const [gone, kept] = [await life(short, 5), await life(long, 5)]
    await retainAll()
    expect(await left(gone)).toEqual([])
    expect(await left(kept)).toEqual(everything)
    expect(await partitions()).toBe(1)
  })

  test('goes with what guests wrote by SMS, and the e-mails that forwarded it', async () => {
    const a = await organisation(2)
    const ids: string[] = []
    for (const ago of [4, 0]) {
      const id = newId()
      ids.push(id)
      await query(
        `INSERT INTO sms_received (organisation_id, id, sender, body, received_at)
         VALUES ($1, $2, '+447700900000', 'x', now() - $3 * interval '1 month')`,
        [a, id, ago],
      )
      await query(
        `INSERT INTO messages (organisation_id, id, run_id, node_id, channel, recipient, content, status, created_at)
         VALUES ($1, $2, $2, '@forward', 'email', 'x', '{}', 'sent', now() - $3 * interval '1 month')`,
        [a, id, ago],
      )
    }
    await retainAll()
    expect(await query('SELECT id FROM sms_received')).toEqual([{ id: ids[1] }])
    expect(await query('SELECT id FROM messages')).toEqual([{ id: ids[1] }])
  })

  test('goes from the default partition too', async () => {
    const a = await organisation(2)
    const id = await life(a, 7)
    const rows = await query<{ n: number }>(`SELECT count(*) AS n FROM events_default WHERE id = $1`, [id])
    expect(rows).toEqual([{ n: 1 }])
    await retainAll()
    expect(await left(id)).toEqual([])
  })

  test('stays where a run is under way: its steps, and what came for its guest since it began', async () => {
    const a = await organisation(1)
    for (const ago of [6, 5, 4]) await months(ago)
    const guest = newId()
    const before = await life(a, 6, 'completed', guest)
    const live = await life(a, 5, 'waiting', guest)
    const later = await life(a, 4, 'completed', guest)
    const other = await life(a, 5)
    await retainAll()
    expect(await left(before)).toEqual([])
    expect(await left(live)).toEqual(everything)
    expect(await left(later)).toEqual(['events'])
    expect(await left(other)).toEqual([])
    expect(await places(live)).toEqual(['runs_default', 'steps_default'])
    for (const table of ['runs', 'steps'] as const) expect(await partitions(table)).toBe(0)
    await query(`UPDATE runs SET status = 'completed', finished_at = created_at WHERE id = $1`, [live])
    await retainAll()
    expect(await left(live)).toEqual([])
    expect(await left(later)).toEqual([])
    expect(await partitions()).toBe(0)
  })

  test('stays with a run that began long ago and ended lately', async () => {
    const a = await organisation(1)
    await months(5)
    const id = await life(a, 5)
    await query('UPDATE runs SET finished_at = now() WHERE id = $1', [id])
    await retainAll()
    expect(await left(id)).toEqual(['runs', 'steps', 'messages', 'attempts', 'reports', 'clicks', 'answers'])
  })

  test('goes in portions, and says when there is more', async () => {
    const a = await organisation(1)
    await query(
      `INSERT INTO events (organisation_id, id, guest_id, serials, parameters, status, receipt, created_at)
       SELECT $1, overlay(uuid_floor(now() - interval '6 months')::text PLACING right(gen_random_uuid()::text, 17) FROM 20)::uuid,
              $1, '{}', '{}', 'unrouted', '{}', now() - interval '6 months' FROM generate_series(1, 2001)`,
      [a],
    )
    expect(await retain(database.engine)).toBe(true)
    expect(await retain(database.engine)).toBe(false)
    expect(await query('SELECT FROM events WHERE organisation_id = $1', [a])).toEqual([])
  })
})

describe('what a wrong clock named', () => {
  const old = `id < uuid_floor(now() - interval '24 months')`

  test.each(['in a separate month', 'in the default partition'])(
    'stays for as long as since the database stored it, %s',
    async where => {
      const a = await organisation(2)
      if (where === 'in a separate month') await months(36)
      const [stray, other] = [await life(a, 36), await life(a, 36)]
      await query('UPDATE events SET created_at = now() WHERE id = $1', [stray])
      await query('UPDATE runs SET created_at = now(), finished_at = now() WHERE id = $1', [stray])
      await retainAll()
      expect(await left(stray)).toEqual(everything)
      expect(await left(other)).toEqual([])
      // The control: by its id alone, as before, it would be deleted.
      expect(await query(`SELECT id FROM events WHERE ${old}`)).toEqual([{ id: stray }])
      await query(`UPDATE events SET created_at = now() - interval '4 months' WHERE id = $1`, [stray])
      await query(`UPDATE runs SET finished_at = now() - interval '4 months' WHERE id = $1`, [stray])
      await retainAll()
      expect(await left(stray)).toEqual([])
      expect(await partitions()).toBe(0)
    },
  )

  test('is found at the end of a month that is larger than one look', async () => {
    const a = await organisation(2)
    await months(36)
    const name = (
      await query<{ name: string }>(
        `SELECT 'events_' || to_char(now() AT TIME ZONE 'UTC' - interval '36 months', 'YYYY_MM') AS name`,
      )
    )[0]?.name
    const stray = await life(a, 36)
    await query('UPDATE events SET created_at = now() WHERE id = $1', [stray])
    const look = (from: number, to: number) =>
      query(
        `SELECT FROM ${name} WHERE ctid >= '(${from},0)' AND ctid < '(${to},0)' AND created_at >= now() - interval '2 months'`,
      )
    expect([(await look(0, 1)).length, (await look(1, 2)).length]).toEqual([1, 0])
    await retainAll()
    expect(await partitions()).toBe(1)
  })
})

test('events are taken while a month cannot be dropped, which is tried again later', async () => {
  const a = await organisation(1)
  await months(4)
  const reader = await database.engine.connect()
  try {
    await reader.query('BEGIN; SELECT count(*) FROM events')
    await retainAll()
    expect(await partitions()).toBe(1)
    await life(a, 0)
  } finally {
    await reader.query('ROLLBACK')
    reader.release()
  }
  await retainAll()
  expect(await partitions()).toBe(0)
})

describe('a month of runs', () => {
  const waitingRuns = (organisationId: string, monthsAgo: number, count: number) =>
    query(
      `INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, trigger, status, input, created_at)
       SELECT $1, overlay(uuid_floor(at)::text PLACING right(gen_random_uuid()::text, 17) FROM 20)::uuid, $1, 1, $1, 'event',
              'waiting', '{}', at
       FROM (SELECT date_trunc('month', now(), 'UTC') - $2 * interval '1 month' + interval '10 days' AS at) AS t,
            generate_series(1, $3::int)`,
      [organisationId, monthsAgo, count],
    )

  test('stays while more of its runs wait than can be moved at once, without those that ended', async () => {
    const a = await organisation(1)
    await months(5)
    await waitingRuns(a, 5, 10_001)
    const ended = await life(a, 5)
    await retainAll()
    expect(await partitions('runs')).toBe(1)
    expect(await left(ended)).toEqual([])
    expect(await query('SELECT count(*) FROM runs')).toEqual([{ count: 10_001 }])
    await query(`DELETE FROM runs WHERE id = (SELECT min(id::text)::uuid FROM runs)`)
    await retainAll()
    expect(await partitions('runs')).toBe(0)
    expect(await query('SELECT count(*) FROM runs_default')).toEqual([{ count: 10_000 }])
  })

  test('stays if an organisation keeps its own for longer since it was read', async () => {
    const a = await organisation(1)
    await months(5)
    const id = await life(a, 5)
    const now = new Date()
    const earlier = new Date(0)
    const answers = [now, earlier]
    await dropMonthsOfRuns(database.engine, async () => answers.shift() as Date)
    expect(answers).toEqual([])
    expect(await left(id)).toEqual(everything)
    // The control: with the same answer twice it is dropped.
    await dropMonthsOfRuns(database.engine, async () => now)
    expect(await left(id)).not.toContain('runs')
  })

  test('is dropped later if someone reads runs, which are taken meanwhile', async () => {
    const a = await organisation(1)
    await months(5)
    const old = await life(a, 5, 'waiting')
    const reader = await database.engine.connect()
    try {
      await reader.query('BEGIN; SELECT count(*) FROM runs')
      await retainAll()
      expect(await partitions('runs')).toBe(1)
      expect(await left(await life(a, 0))).toEqual(everything)
    } finally {
      await reader.query('ROLLBACK')
      reader.release()
    }
    await retainAll()
    expect(await partitions('runs')).toBe(0)
    expect(await left(old)).toEqual(everything)
  })

  test('has no failed run that can be retried once it is no longer kept', async () => {
    const a = await organisation(1)
    const [old, lately] = [await life(a, 5, 'failed'), await life(a, 5, 'failed')]
    await query('UPDATE runs SET finished_at = now() WHERE id = $1', [lately])
    const queue = rememberingQueue()
    const retry = (runId: string) =>
      inTransaction(database.engine, tx => retryFailed(tx, queue, a, { runId }))
    expect(await retry(old)).toBe(false)
    expect(queue.jobs).toEqual([])
    expect(await retry(lately)).toBe(true)
    expect(queue.jobs).toMatchObject([{ run_id: lately }])
  })

  test('guarantees that a node starts one run', async () => {
    const a = await organisation(1)
    const [first, second] = [await life(a, 0), await life(a, 0)]
    const started = (id: string) =>
      query(`UPDATE runs SET started_by_run = $2, started_by_node = 'n' WHERE id = $1`, [id, a])
    await started(first)
    await expect(started(second)).rejects.toThrow('started_once')
  })
})

test('rows that came before their month had a partition move into it', async () => {
  const a = await organisation(24)
  await query(`DO $$ BEGIN
    EXECUTE 'DROP TABLE events_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM');
    EXECUTE 'DROP TABLE runs_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM');
    EXECUTE 'DROP TABLE steps_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM');
  END $$`)
  const id = await life(a, 0)
  await maintain(database.engine)
  expect(await left(id)).toEqual(everything)
  const rows = await query<{ partition: string }>(
    `SELECT tableoid::regclass::text AS partition FROM events WHERE id = $1`,
    [id],
  )
  const month = new Date().toISOString().slice(0, 7).replace('-', '_')
  expect(rows.map(({ partition }) => partition)).toEqual([`events_${month}`])
  expect(await places(id)).toEqual([`runs_${month}`, `steps_${month}`])
  const options = await query<{ reloptions: string[] }>(
    `SELECT reloptions FROM pg_class WHERE oid = $1::regclass`,
    [`runs_${month}`],
  )
  expect(options).toEqual([{ reloptions: ['fillfactor=47'] }])
})
