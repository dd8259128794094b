import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { withAdmin } from '../../../tests/support/test-server.ts'
import { settings } from './database.ts'
import { migrate, readMigrations } from './migrate.ts'

const REBUILT = [124, 138, 139]
const organisationId = newId()
const database = `${inject('postgres').prefix}_${randomBytes(6).toString('hex')}`
const connection = { ...inject('postgres').admin, database }
const open = async (role: 'millrace_engine' | 'millrace_tenant') => {
  const client = new pg.Client(settings(connection, role, 'test of indexes') as pg.ClientConfig)
  await client.connect()
  return client
}

/** Stores an event and a run, as a process of the previous release does, until it is stopped. */
async function serve() {
  const client = await open('millrace_tenant')
  let over = false
  let stored = 0
  const serving = (async () => {
    while (!over) {
      await client.query(`BEGIN; SET LOCAL millrace.organisation_id = '${organisationId}'`)
      await client.query(EVENT, [organisationId, newId()])
      await client.query(RUN, [organisationId, newId()])
      await client.query('COMMIT')
      stored += 1
    }
  })()
  return async () => {
    over = true
    await serving
    await client.end()
    return stored
  }
}

const EVENT = `INSERT INTO events (organisation_id, id, guest_id, serials, parameters, status, receipt, created_at)
  VALUES ($1, $2, $1, '{}', '{}', 'routed', '{}', now())`
const RUN = `INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, trigger, status, input, created_at)
  VALUES ($1, $2, $1, 1, $1, 'event', 'queued', '{}', now())`

let engine: pg.Client
beforeAll(async () => {
  await withAdmin(inject('postgres').admin, client => client.query(`CREATE DATABASE ${database}`))
  await migrate(
    connection,
    readMigrations().then(all => all.filter(({ version }) => !REBUILT.includes(version))),
  )
  engine = await open('millrace_engine')
  await engine.query(`INSERT INTO organisations (id, name) VALUES ($1, 'Test')`, [organisationId])
  await engine.query(
    `INSERT INTO points_entries (organisation_id, run_id, node_id, guest_id, points, created_at)
     SELECT $1, gen_random_uuid(), 'n', gen_random_uuid(), 1, now() FROM generate_series(1, 500)`,
    [organisationId],
  )
})
afterAll(async () => {
  await engine.end()
  await withAdmin(inject('postgres').admin, client => client.query(`DROP DATABASE ${database} WITH (FORCE)`))
})

test('large indexes are replaced while events are stored, also after an attempt that was interrupted', async () => {
  const stop = await serve()
  const month = new Date().toISOString().slice(0, 7).replace('-', '_')
  const left = `events_${month}_guest_id_id_idx`
  await withAdmin({ ...connection }, async admin => {
    await admin.query(`CREATE INDEX ${left} ON millrace.events_${month} (guest_id, id)`)
    await admin.query(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'millrace.${left}'::regclass`,
    )
  })
  // Several processes start at once: the others wait until the first is done.
  await Promise.all([migrate(connection), migrate(connection), migrate(connection)])
  const stored = await stop()
  const { rows } = await engine.query(
    `SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM runs) AS runs`,
  )
  expect(rows).toEqual([{ events: stored, runs: stored }])

  const indexes = await engine.query(
    `SELECT regexp_replace(i.indexrelid::regclass::text, '\\d{4}_\\d\\d', 'month') AS name, i.indisvalid AS valid,
            count(*) AS number, regexp_replace(pg_get_indexdef(i.indexrelid), '.*USING ', '') AS definition
     FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
     WHERE i.indexrelid::regclass::text ~ 'guest_id|workflow_id_id|by_guest|by_workflow' AND t.relname ~ '^(events|runs|points_entries)'
       AND i.indpred IS NULL
     GROUP BY 1, 2, 4 ORDER BY 1`,
  )
  const index = (name: string, columns: string, number = 1) => ({
    name,
    valid: true,
    number,
    definition: `btree (${columns})`,
  })
  expect(indexes.rows).toEqual([
    index('events_by_guest', 'guest_id, id'),
    index('events_default_guest_id_id_idx', 'guest_id, id'),
    index('events_month_guest_id_id_idx', 'guest_id, id', 3),
    index('points_entries_by_guest', 'guest_id, created_at'),
    index('runs_by_guest', 'guest_id, id'),
    index('runs_by_workflow', 'workflow_id, id'),
    index('runs_default_guest_id_id_idx', 'guest_id, id'),
    index('runs_default_workflow_id_id_idx', 'workflow_id, id'),
    index('runs_month_guest_id_id_idx', 'guest_id, id', 3),
    index('runs_month_workflow_id_id_idx', 'workflow_id, id', 3),
  ])
})
