import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDataFolder } from './data-folder.ts'
import { checkClock, checkDatabase, checkRoles, checkSchema, checkSecrets, checkWorker } from './database.ts'
import type { DatabaseFacts, Examined } from './examine-database.ts'
import { checkMasterKey } from './master-key.ts'
import { checkNodeVersion } from './node-version.ts'
import { checkPort } from './port.ts'

const healthy: DatabaseFacts = {
  version: '18.4',
  major: 18,
  fsync: true,
  schemaVersion: 3,
  schemaExpected: 3,
  roles: [
    { name: 'millrace_engine', superuser: false, bypassesRowSecurity: false },
    { name: 'millrace_tenant', superuser: false, bypassesRowSecurity: false },
  ],
  ownsAudit: false,
  clockDifferenceMs: -20,
  contents: { overdueSeconds: null, unopened: undefined },
}
const having = (facts: Partial<DatabaseFacts>): Examined => ({
  kind: 'facts',
  facts: { ...healthy, ...facts },
})
const database = (examined: Examined) => checkDatabase(examined, 'here')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-doctor-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a healthy database passes', () => {
  for (const check of [database, checkSchema, checkRoles, checkClock, checkSecrets, checkWorker]) {
    expect(check(having({})).state).toBe('ok')
  }
})

test.each([
  ['an old server', database, { major: 14 }, 'upgrade'],
  ['fsync off', database, { fsync: false }, 'fsync = on'],
  ['a schema behind', checkSchema, { schemaVersion: 2 }, 'npx millrace migrate'],
  ['a schema ahead', checkSchema, { schemaVersion: 4 }, 'newer release'],
  ['missing roles', checkRoles, { roles: [] }, 'npx millrace migrate'],
  [
    'a role that passes by row-level security',
    checkRoles,
    { roles: healthy.roles.map(role => ({ ...role, bypassesRowSecurity: role.name === 'millrace_tenant' })) },
    'ALTER ROLE millrace_tenant NOSUPERUSER NOBYPASSRLS;',
  ],
  [
    'a user that owns the audit log',
    (examined: Examined) => checkRoles(examined, true),
    { ownsAudit: true },
    'REVOKE millrace_audit FROM',
  ],
  [
    'work that has been waiting for a minute',
    checkWorker,
    { contents: { overdueSeconds: 60, unopened: undefined } },
    '--roles worker',
  ],
  ['a clock five seconds behind', checkClock, { clockDifferenceMs: -5_000 }, 'NTP'],
])('%s fails with what to do', (_fault, check, facts, advice) => {
  expect(check(having(facts))).toMatchObject({ state: 'failed', advice: expect.stringContaining(advice) })
})

test('an unreachable database fails once, and what depends on it is skipped', () => {
  const away: Examined = { kind: 'unreachable', sentence: 'Check that it runs.' }
  expect(database(away)).toEqual({ state: 'failed', found: 'here', advice: 'Check that it runs.' })
  for (const check of [checkSchema, checkRoles, checkClock, checkWorker])
    expect(check(away).state).toBe('skipped')
})

test('the master key must be readable by its owner only', () => {
  expect(checkMasterKey({ secret: undefined, dataDir: folder }).state).toBe('skipped')
  expect(checkMasterKey({ secret: 'given', dataDir: folder }).state).toBe('ok')
  writeFileSync(join(folder, 'secret'), 'x'.repeat(43))
  chmodSync(join(folder, 'secret'), 0o644)
  expect(checkMasterKey({ secret: undefined, dataDir: folder })).toMatchObject({
    state: 'failed',
    advice: expect.stringContaining('chmod 600'),
  })
  chmodSync(join(folder, 'secret'), 0o600)
  expect(checkMasterKey({ secret: undefined, dataDir: folder }).state).toBe('ok')
})

test('a data folder that is not there yet is judged by the one around it', async () => {
  expect((await checkDataFolder(join(folder, 'a', 'b'))).state).toBe('ok')
  expect((await checkDataFolder('/proc/millrace')).state).toBe('failed')
})

const read = (socket: Socket) => socket.on('error', () => {}).resume()

test('a port that takes connections for nobody is distinguished from one of another program', async () => {
  const silent = createServer(read)
  const closing = createServer(socket => read(socket).end())
  const verdict = async (server: Server) => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    return checkPort({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, undefined)
  }
  expect(await verdict(silent)).toMatchObject({
    advice: expect.stringContaining('systemctl start millrace@'),
  })
  expect(await verdict(closing)).toMatchObject({ found: expect.stringContaining('used by another program') })
  for (const server of [silent, closing]) await new Promise(resolve => server.close(resolve))
})

test('a port that another program uses fails, and one that this Millrace uses passes', async () => {
  const other = createServer(socket => read(socket).end())
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  const place = { host: '127.0.0.1', port }
  expect((await checkPort(place, undefined)).state).toBe('failed')
  expect((await checkPort(place, { ready: true, record: undefined })).state).toBe('ok')
  await new Promise(resolve => other.close(resolve))
  expect((await checkPort(place, undefined)).state).toBe('ok')
})

test('Node must be 24 or newer', () => {
  expect(checkNodeVersion('20.20.2').state).toBe('failed')
  expect(checkNodeVersion('24.0.0').state).toBe('ok')
})
