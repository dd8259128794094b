import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { withAdmin } from '../../../tests/support/test-server.ts'
import { settings } from './database.ts'
import { migrate, readMigrations } from './migrate.ts'

const BEFORE = 130
const LAST = 132
const organisationId = newId()

const newName = () => `${inject('postgres').prefix}_${randomBytes(6).toString('hex')}`
const asAdmin = (statement: string) => withAdmin(inject('postgres').admin, client => client.query(statement))

/** The tables of the release before months of runs: migrated once, and copied. */
let left: string
beforeAll(async () => {
  left = newName()
  await asAdmin(`CREATE DATABASE ${left}`)
  await migrate(
    { ...inject('postgres').admin, database: left },
    readMigrations().then(all => all.filter(({ version }) => version < BEFORE)),
  )
})
afterAll(() => asAdmin(`DROP DATABASE ${left}`))

/** A database as the release before months of runs left it. */
async function openPrevious() {
  const connection = { ...inject('postgres').admin, database: newName() }
  await asAdmin(`CREATE DATABASE ${connection.database} TEMPLATE ${left} STRATEGY FILE_COPY`)
  const engine = new pg.Client(
    settings(connection, 'millrace_engine', 'test of a migration') as pg.ClientConfig,
  )
  await engine.connect()
  await engine.query(`INSERT INTO organisations (id, name) VALUES ($1, 'Test')`, [organisationId])
  return {
    connection,
    engine,
    query: async <Row>(text: string, values: unknown[] = []) =>
      (await engine.query(text, values)).rows as Row[],
    async close() {
      await engine.end()
      await asAdmin(`DROP DATABASE ${connection.database} WITH (FORCE)`)
    },
  }
}

type Previous = Awaited<ReturnType<typeof openPrevious>>

const COLUMNS = `(organisation_id, id, workflow_id, workflow_version, guest_id, trigger, status, resumes_at, input, created_at)`

/** Runs of the last thirty months, of which some wait. */
const fill = ({ query }: Previous, count: number) =>
  query(
    `INSERT INTO runs ${COLUMNS}
     SELECT $1, overlay(uuid_floor(at)::text PLACING right(gen_random_uuid()::text, 17) FROM 20)::uuid, $1, 1, $1, 'event',
            CASE WHEN n % 9 = 0 THEN 'waiting' ELSE 'completed' END, CASE WHEN n % 9 = 0 THEN at + interval '5 years' END, '{}', at
     FROM generate_series(1, $2::int) AS n, LATERAL (SELECT now() - (n % 900) * interval '1 day' AS at) AS t`,
    [organisationId, count],
  )

const partitions = async ({ query }: Previous) =>
  (
    await query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'runs'::regclass ORDER BY 1`,
    )
  ).map(({ name }) => name)

const digest = async ({ query }: Previous) =>
  (await query(`SELECT count(*), md5(string_agg(r::text, '\n' ORDER BY r.id)) AS digest FROM runs r`))[0]

/** Starts and finishes runs with prepared statements as a process of the previous release does, until it is stopped. */
async function serve({ connection }: Previous) {
  const client = new pg.Client(
    settings(connection, 'millrace_tenant', 'the previous release') as pg.ClientConfig,
  )
  await client.connect()
  let over = false
  const done: string[] = []
  const one = async () => {
    const id = newId()
    await client.query(`BEGIN; SET LOCAL millrace.organisation_id = '${organisationId}'`)
    await client.query({
      name: 'insert',
      text: `INSERT INTO runs ${COLUMNS} VALUES ($1, $2, $1, 1, $1, 'event', 'queued', NULL, '{}', now())`,
      values: [organisationId, id],
    })
    await client.query('COMMIT')
    await client.query(`BEGIN; SET LOCAL millrace.organisation_id = '${organisationId}'`)
    const { rowCount } = await client.query({
      name: 'update',
      text: `UPDATE runs SET status = 'completed', finished_at = now() WHERE organisation_id = $1 AND id = $2`,
      values: [organisationId, id],
    })
    await client.query('COMMIT')
    if (rowCount === 1) done.push(id)
  }
  const serving = (async () => {
    while (!over) await one()
  })()
  return {
    done,
    /** Until it has done ten more. */
    async more() {
      const enough = done.length + 10
      while (done.length < enough) await Promise.race([sleep(5), serving])
    },
    async stop() {
      over = true
      await serving
      await client.end()
    },
  }
}

let previous: Previous
beforeAll(async () => {
  previous = await openPrevious()
})
afterAll(() => previous.close())

describe('runs that were stored before they had months', () => {
  let before: unknown
  let served: readonly string[]
  beforeAll(async () => {
    await fill(previous, 5_000)
    before = await digest(previous)
    const serving = await serve(previous)
    await serving.more()
    await migrate(
      previous.connection,
      readMigrations().then(all => all.filter(({ version }) => version <= LAST)),
    )
    await serving.more()
    await serving.stop()
    served = serving.done
  })

  test('are all there, and the previous release served all the time', async () => {
    const found = await previous.query<{ id: string }>(
      `SELECT id FROM runs WHERE id = ANY($1) AND status = 'completed' AND finished_at IS NOT NULL`,
      [served],
    )
    expect(found).toHaveLength(served.length)
    await previous.query('DELETE FROM runs WHERE id = ANY($1)', [served])
    expect(await digest(previous)).toEqual(before)
  })

  test('are one partition, which ends with a month; the months after it follow without a gap', async () => {
    const found = await partitions(previous)
    expect(found[0]).toMatch(/^runs_20\d\d_\d\d$/)
    expect(found.at(-2)).toMatch(/^runs_before_20\d\d_\d\d$/)
    expect(found.at(-1)).toBe('runs_default')
    expect(found[0]?.slice(-7)).toBe(found.at(-2)?.slice(-7))
    await previous.query('SELECT create_month_partitions(2)')
    expect(await partitions(previous)).toEqual(found)
    const [place] = await previous.query(
      `INSERT INTO runs ${COLUMNS}
       VALUES ($1, uuid_floor((to_date($2, 'YYYY_MM') + interval '3 days') AT TIME ZONE 'UTC'), $1, 1, $1, 'event', 'queued', NULL, '{}', now())
       RETURNING tableoid::regclass::text AS place`,
      [organisationId, found[0]?.slice(-7)],
    )
    expect(place).toEqual({ place: found[0] })
  })

  test('are found by the indexes they had: none was built again, and none is missing', async () => {
    const indexes = await previous.query<{ of: string | null; name: string }>(
      `SELECT i.indexrelid::regclass::text AS name, h.inhparent::regclass::text AS of
       FROM pg_index i LEFT JOIN pg_inherits h ON h.inhrelid = i.indexrelid
       WHERE i.indrelid = (SELECT inhrelid FROM pg_inherits
                           WHERE inhparent = 'runs'::regclass AND inhrelid::regclass::text LIKE 'runs_before_%')
       ORDER BY 1`,
    )
    expect(indexes).toEqual([
      { name: 'runs_before_by_guest', of: 'runs_by_guest' },
      { name: 'runs_before_by_workflow', of: 'runs_by_workflow' },
      { name: 'runs_before_due', of: 'runs_due' },
      { name: 'runs_before_failed', of: 'runs_failed' },
      { name: 'runs_before_held', of: 'runs_held' },
      { name: 'runs_before_pkey', of: 'runs_pkey' },
      { name: 'runs_before_started_once', of: null },
      { name: 'runs_before_waiting', of: 'runs_waiting' },
    ])
  })

  test('are reached by organisations through their table only', async () => {
    const name = (await partitions(previous)).at(-2)
    expect(
      await previous.query(`SELECT has_table_privilege('millrace_tenant', '${name}', 'SELECT') AS allowed`),
    ).toEqual([{ allowed: false }])
  })
})

test('runs that a wrong clock named far ahead are kept apart, and the rest has its months', async () => {
  const strayed = await openPrevious()
  try {
    await fill(strayed, 500)
    await strayed.query(
      `INSERT INTO runs ${COLUMNS} VALUES ($1, uuid_floor(now() + interval '9 years'), $1, 1, $1, 'event', 'queued', NULL, '{}', now())`,
      [organisationId],
    )
    const stored = await digest(strayed)
    await migrate(strayed.connection)
    expect(await digest(strayed)).toEqual(stored)
    expect(await strayed.query('SELECT count(*) FROM runs_default')).toEqual([{ count: 1 }])
    expect((await partitions(strayed)).at(-2)).toMatch(/^runs_before_/)
  } finally {
    await strayed.close()
  }
})

test('a new installation has months only', async () => {
  const empty = await openPrevious()
  try {
    await migrate(empty.connection)
    const found = await partitions(empty)
    expect(found).toHaveLength(4)
    expect(found[0]).toBe(`runs_${new Date().toISOString().slice(0, 7).replace('-', '_')}`)
    expect(found.at(-1)).toBe('runs_default')
  } finally {
    await empty.close()
  }
})
