import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import type { Env } from '#config/env.ts'
import { contextOf } from '#organisations/secrets.ts'
import { createSealer } from '#secrets/sealer.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/postgres.ts'
import { atTerminal } from '../at-terminal.fixture.ts'
import { checkPages } from './pages.ts'
import { checkPublished } from './published.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'millrace-provoked-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

const SECRET = 'the master key of these tests, long enough'
const BEFORE = 'the master key that there was before these'

async function doctor(env: Env = {}) {
  const { out, exitCode } = await atTerminal(['doctor', '--json'], {
    DATABASE_URL: database.url,
    MILLRACE_DATA_DIR: folder,
    MILLRACE_SECRET: SECRET,
    PORT: '1',
    ...env,
  })
  const { checks } = JSON.parse(out) as { checks: { name: string; state: string; advice?: string }[] }
  const of = (name: string) => checks.find(check => check.name === name)
  return { exitCode, of }
}

/** Does something to the database, and undoes it after the check. */
async function provoke(statements: [string, unknown[]?][], undo: string[], work: () => Promise<void>) {
  const client = new pg.Client({ ...database.connection, options: '-c search_path=millrace' })
  await client.connect()
  try {
    for (const [text, values] of statements) await client.query(text, values)
    await work()
    for (const text of undo) await client.query(text)
  } finally {
    await client.end()
  }
}

const failing = (advice: string) => ({ state: 'failed', advice: expect.stringContaining(advice) })

test('a sound database passes, and a server that does not run is reported', async () => {
  const { exitCode, of } = await doctor()
  for (const name of ['Database', 'Schema', 'Roles', 'Clock', 'Stored secrets', 'Worker', 'Log'])
    expect(of(name), name).toMatchObject({ state: 'ok' })
  expect(of('Server')).toMatchObject(failing('npm start'))
  expect(exitCode).toBe(1)
})

test('a database that is away, that has another password, or that is another one is reported', async () => {
  const url = new URL(database.url)
  const changed = (change: (other: URL) => void) => {
    const other = new URL(url)
    change(other)
    return doctor({ DATABASE_URL: other.href })
  }
  const away = await changed(other => {
    other.searchParams.set('host', '127.0.0.1')
    other.searchParams.set('port', '1')
  })
  expect(away.of('Database')).toMatchObject({ state: 'failed' })
  expect(away.of('Schema')).toMatchObject({ state: 'skipped' })
  const missing = await changed(other => {
    other.pathname = '/nowhere'
  })
  expect(missing.of('Database')).toMatchObject(failing('does not exist'))
})

test('a schema that is behind is reported', async () => {
  await provoke(
    [
      ['CREATE TABLE put_aside AS SELECT * FROM migrations ORDER BY version DESC LIMIT 1'],
      ['DELETE FROM migrations WHERE version = (SELECT version FROM put_aside)'],
    ],
    ['INSERT INTO migrations SELECT * FROM put_aside', 'DROP TABLE put_aside'],
    async () => expect((await doctor()).of('Schema')).toMatchObject(failing('npx millrace migrate')),
  )
})

test('work that nobody takes is reported', async () => {
  const [organisation, workflow, guest] = [newId(), newId(), newId()]
  const due: [string, unknown[]] = [
    `INSERT INTO runs (organisation_id, id, workflow_id, workflow_version, guest_id, trigger, status, resumes_at, input, created_at)
     VALUES ($1, $2, $3, 1, $4, 'api', 'waiting', now() - interval '5 minutes', '{}', now())`,
    [organisation, newId(), workflow, guest],
  ]
  await provoke([due], ['DELETE FROM runs'], async () =>
    expect((await doctor()).of('Worker')).toMatchObject({
      ...failing('--roles worker'),
      found: 'work has been waiting for 5 min',
    }),
  )
})

test('a secret that was sealed with another master key is reported, and nothing is changed by looking', async () => {
  const organisation = newId()
  const sealed = createSealer({ current: BEFORE, previous: [] }).seal(
    'x',
    contextOf(organisation, 'sms_token'),
  )
  const statements: [string, unknown[]][] = [
    ['INSERT INTO organisations (id, name) VALUES ($1, $2)', [organisation, 'Sealed']],
    [
      `INSERT INTO organisation_secrets (organisation_id, name, sealed) VALUES ($1, 'sms_token', $2)`,
      [organisation, sealed],
    ],
  ]
  await provoke(statements, ['DELETE FROM organisation_secrets', 'DELETE FROM organisations'], async () => {
    expect((await doctor()).of('Stored secrets')).toMatchObject(failing('MILLRACE_PREVIOUS_SECRETS'))
    const known = await doctor({ MILLRACE_PREVIOUS_SECRETS: BEFORE })
    expect(known.of('Stored secrets')).toMatchObject({ state: 'ok' })
    expect((await doctor()).of('Stored secrets')).toMatchObject({ state: 'failed' })
  })
})

test('a data folder, a log and a master key that cannot be used are reported', async () => {
  const { of } = await doctor({ MILLRACE_DATA_DIR: '/proc/millrace', MILLRACE_LOG: '/proc/millrace.log' })
  expect(of('Data folder')).toMatchObject(failing('MILLRACE_DATA_DIR'))
  expect(of('Log')).toMatchObject(failing('MILLRACE_LOG'))
  writeFileSync(join(folder, 'secret'), SECRET)
  chmodSync(join(folder, 'secret'), 0o644)
  expect((await doctor({ MILLRACE_SECRET: '' })).of('Master key')).toMatchObject(failing('chmod 600'))
  rmSync(join(folder, 'secret'))
})

test('a dashboard that was not built, and an address behind which is something else, are reported', async () => {
  expect(checkPages(folder)).toMatchObject(failing('npm run build'))
  const other = createServer((_request, response) => response.end('<html>'))
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const there = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const running = { ready: true, record: undefined }
  const published = (address: string) => checkPublished({ base_url: address, auth_url: address }, running)
  expect(await published(there)).toMatchObject({
    ...failing('MILLRACE_BASE_URL'),
    found: `what answers at ${there} is not Millrace`,
  })
  await new Promise(resolve => other.close(resolve))
  expect(await published(there)).toMatchObject({ state: 'failed', found: `nothing answers at ${there}` })
})
