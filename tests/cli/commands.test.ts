import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atTerminal } from '../../server/src/cli/at-terminal.fixture.ts'
import { keySetOf } from '../../server/src/connections/vendors/jwt.fixture.ts'
import { freePort } from '../support/free-port.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { openResident, type Resident } from '../support/resident.ts'
import { withAdmin } from '../support/test-server.ts'
import { millrace, type Serving, serve, type Variables } from './millrace-process.ts'

let database: TestDatabase
/** Where it does not matter that a command is a separate process. */
let resident: Resident
let variables: Variables
let serving: Serving

beforeAll(async () => {
  resident = openResident()
  database = await createTestDatabase()
  variables = {
    DATABASE_URL: database.url,
    MILLRACE_DATA_DIR: mkdtempSync(join(tmpdir(), 'millrace-cli-')),
  }
  serving = await serve({ ...variables, PORT: String(await freePort()) })
})

afterAll(async () => {
  await resident.close()
  if (serving.child.exitCode === null) await serving.stop('SIGKILL')
  await database.drop()
  rmSync(variables.MILLRACE_DATA_DIR as string, { recursive: true })
})

const json = async (args: string[], more: Variables = {}) => {
  const ended = await resident.millrace([...args, '--json'], { ...variables, ...more })
  expect(ended.stderr).toBe('')
  return { exitCode: ended.exitCode, ...JSON.parse(ended.stdout) }
}

describe('while the server runs', () => {
  test('the block shows the addresses and where the database is, without its password', () => {
    const block = serving.output.stdout
    for (const label of [
      'Dashboard',
      'API reference',
      'Auth URL',
      'Base URL',
      'Database',
      'Data folder',
      'Log',
    ])
      expect(block).toMatch(new RegExp(`^ {2}${label} +\\S`, 'm'))
    expect(block).not.toContain(new URL(database.url).password)
    expect(block).toContain('Try it: npx millrace keys create --name first')
  })

  test('`status` finds it without the port as an option', async () => {
    const { exitCode, stdout } = await millrace(['status', '--json'], variables)
    const status = { exitCode, ...JSON.parse(stdout) }
    const record = JSON.parse(
      readFileSync(join(variables.MILLRACE_DATA_DIR as string, 'server.json'), 'utf8'),
    )
    expect(status).toMatchObject({
      exitCode: 0,
      running: true,
      ready: true,
      base_url: record.base_url,
      auth_url: record.auth_url,
      dashboard_url: record.dashboard_url,
      demo: {
        organisation_id: expect.any(String),
        organisation_registration_id: expect.any(String),
        serial: expect.any(String),
        source: expect.any(String),
        workflow_id: expect.any(String),
      },
    })
    expect(serving.output.stdout).toContain(`Base URL       ${status.base_url}`)
  })

  test('the record of the server is for its owner only', () => {
    expect(statSync(join(variables.MILLRACE_DATA_DIR as string, 'server.json')).mode & 0o777).toBe(0o600)
  })

  test('a new key sends an event that starts a run, until it is rotated and revoked', async () => {
    const { client_id, client_secret, name } = await json(['keys', 'create', '--name', 'first'])
    expect(name).toBe('first')
    const key = { MILLRACE_CLIENT_ID: client_id, MILLRACE_CLIENT_SECRET: client_secret }

    const sent = await json(['events', 'send'], key)
    expect(sent.event).toMatchObject({ status: 'routed', workflow_runs: [{ status: 'queued' }] })
    const said = await resident.millrace(['events', 'send', '--param', 'spend=0', '--dry-run'], {
      ...variables,
      ...key,
    })
    expect(said.stdout).toContain('"Points for every visit"')
    expect(said.stdout).toContain("the event's spend is more than 0 (found 0)")

    const rotated = await json(['keys', 'rotate', client_id, '--grace', '0'])
    const old = await millrace(['events', 'send'], { ...variables, ...key })
    expect(old).toMatchObject({ exitCode: 1, stdout: '' })
    const renewed = { ...key, MILLRACE_CLIENT_SECRET: rotated.client_secret }
    expect((await json(['events', 'send', '--dry-run'], renewed)).exitCode).toBe(0)

    const unsure = await resident.millrace(['keys', 'revoke', client_id], variables)
    expect(unsure).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') })
    await json(['keys', 'revoke', client_id, '--yes'])
    expect((await resident.millrace(['events', 'send'], { ...variables, ...renewed })).exitCode).toBe(1)
    expect((await json(['keys', 'list'])).keys).toMatchObject([{ client_id, revoked_at: expect.any(String) }])
  })

  test('a refusal of the API is reported field by field, and as JSON on request', async () => {
    const { client_id, client_secret } = await json(['keys', 'create', '--name', 'refused'])
    const key = { ...variables, MILLRACE_CLIENT_ID: client_id, MILLRACE_CLIENT_SECRET: client_secret }
    const args = ['events', 'send', '--file', '-', '--json']
    const ended = await millrace(args, key, '{"organisation_registration_id":"x","serials":[""]}')
    expect(ended.exitCode).toBe(1)
    expect(JSON.parse(ended.stdout)).toMatchObject({ code: 'validation_failed' })
    expect(ended.stderr).toMatch(/^ {2}serials\.0: /m)
  })

  test('`login` keeps a key that works, where only its owner reads it, and `logout` forgets it', async () => {
    const { client_id, client_secret, base_url } = await json(['keys', 'create', '--name', 'kept'])
    const kept = { ...variables, XDG_CONFIG_HOME: join(variables.MILLRACE_DATA_DIR as string, 'config') }
    const login = ['login', '--base-url', `${base_url}/`, '--client-id', client_id, '--client-secret', '-']
    const refused = await atTerminal([...login.slice(0, -1), 'not the secret'], kept)
    expect(refused).toMatchObject({ exitCode: 1, said: expect.stringContaining('The API key was refused') })
    expect(existsSync(kept.XDG_CONFIG_HOME)).toBe(false)

    const done = await millrace([...login, '--json'], kept, `${client_secret}\n`)
    const { path, ...said } = JSON.parse(done.stdout)
    expect(said).toEqual({ profile: 'default', base_url, auth_url: base_url, client_id })
    expect(done.stdout + done.stderr).not.toContain(client_secret)
    expect(statSync(path).mode & 0o777).toBe(0o600)

    const send = ['events', 'send', '--dry-run', '--json']
    // What is kept with the key counts, and not what the environment says.
    const sent = await atTerminal(send, { ...kept, MILLRACE_BASE_URL: 'http://127.0.0.1:1' })
    expect(JSON.parse(sent.out)).toMatchObject({ event: { status: 'routed' } })
    expect(await atTerminal([...send, '--profile', 'staging'], kept)).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining('npx millrace login --profile staging'),
    })
    chmodSync(path, 0o640)
    expect((await atTerminal(send, kept)).said).toContain(`chmod 600 '${path}'`)

    await atTerminal(['logout'], kept)
    expect(existsSync(path)).toBe(false)
    expect((await atTerminal(send, kept)).exitCode).toBe(2)
  })

  test('`login` asks a person for what it was not given', async () => {
    const { client_id, client_secret, base_url } = await json(['keys', 'create', '--name', 'asked'])
    const env = { ...variables, XDG_CONFIG_HOME: join(variables.MILLRACE_DATA_DIR as string, 'asked') }
    const seen = await atTerminal(['login', '--profile', 'mine'], env, ['', client_id, client_secret])
    expect(seen).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining(`The key works at ${base_url}.`),
    })
    expect(seen.said).toContain(`Base URL [${base_url}]: `)
    expect(seen.said).not.toContain(client_secret)
    const wrong = await atTerminal(['login', '--profile', '../mine'], env, [])
    expect(wrong).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining("argument '../mine' is invalid"),
    })
    expect(await atTerminal(['login', '--base-url', 'example.com'], env, [])).toMatchObject({ exitCode: 2 })
    expect(await atTerminal(['login'], env)).toMatchObject({ exitCode: 2 })
  })

  test.each([
    ['two words', 'a space'],
    ['one\ntwo', 'a line break'],
    ['schlüssel', 'beyond ASCII'],
    ['', 'Give the secret on stdin'],
  ])('`connections create` refuses the secret %j, which no vendor sends', async (secret, why) => {
    const args = ['connections', 'create', '--vendor', 'square', '--name', 'Till']
    const refused = await resident.millrace(args, variables, secret)
    expect([refused.exitCode, refused.stdout, refused.stderr]).toEqual([1, '', expect.stringContaining(why)])
  })

  test('`connections create` takes a secret with space around it', async () => {
    const args = ['connections', 'create', '--vendor', 'square', '--name', 'Till']
    const taken = await millrace(args, variables, ' a-secret \n')
    expect([taken.exitCode, taken.stdout]).toEqual([0, expect.stringContaining('/hooks/')])
  })

  test('`connections create` and `secret` refuse what is no key set, and an address without one', async () => {
    const signed = ['--vendor', 'jwt', '--name', 'Signed']
    for (const args of [
      ['create', ...signed],
      ['secret', 'Signed'],
    ]) {
      for (const [secret, why] of [
        ['{"keys":[]}', 'This is not a key set.'],
        ['http://169.254.169.254/jwks', 'is not on the public internet'],
      ] as const) {
        const refused = await resident.millrace(['connections', ...args], variables, secret)
        expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(why)])
      }
      expect(
        (await resident.millrace(['connections', ...args], variables, keySetOf('sender'))).exitCode,
      ).toBe(0)
    }
    const claims = (name: string, ...more: string[]) => json(['connections', 'claims', name, ...more])
    expect(await claims('Signed', '--issuer', 'till')).toMatchObject({ issuer: 'till', audience: null })
    expect(
      (await resident.millrace(['connections', 'claims', 'Signed', '--audience', ' '], variables)).exitCode,
    ).toBe(2)
    const till = ['connections', 'create', '--vendor', 'square', '--name', 'Unsigned']
    expect((await resident.millrace(till, variables, 'a-secret')).exitCode).toBe(0)
    const refused = await resident.millrace(
      ['connections', 'claims', 'Unsigned', '--issuer', 'till'],
      variables,
    )
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('no signed tokens')])
    const proof = ['connections', 'proof', 'Unsigned', '--by', 'hmac']
    const without = await resident.millrace(proof, variables)
    expect([without.exitCode, without.stderr]).toEqual([2, expect.stringContaining('--header is missing.')])
    const own = await resident.millrace([...proof, '--header', 'X-Signature'], variables)
    expect([own.exitCode, own.stderr]).toEqual([1, expect.stringContaining('its own proof')])
  })

  test('`doctor` finds nothing wrong, and `migrate` nothing to do', async () => {
    const port = new URL((await json(['status'])).base_url).port
    const doctor = await json(['doctor'], { PORT: port })
    expect(doctor.checks.filter((check: { state: string }) => check.state === 'failed')).toEqual([])
    expect(doctor.exitCode).toBe(0)
    expect(await json(['migrate'])).toMatchObject({ applied: [] })
  })

  test('a second organisation must be named from then on', async () => {
    const { id } = await json(['organisations', 'create', '--name', 'Second'])
    expect((await resident.millrace(['keys', 'create', '--name', 'x'], variables)).exitCode).toBe(2)
    const created = await json(['keys', 'create', '--name', 'x', '--organisation', id])
    expect(created.organisation_id).toBe(id)
    const { organisations } = await json(['organisations', 'list'])
    expect(organisations).toHaveLength(2)
  })
})

test('SIGTERM stops in order: exit code 0, and no record of the server is left', async () => {
  const ended = await serving.stop('SIGTERM')
  expect(ended.stderr).toMatch(/Stopping.*\nStopped\.\n$/)
  expect(ended.exitCode).toBe(0)
  expect(existsSync(join(variables.MILLRACE_DATA_DIR as string, 'server.json'))).toBe(false)
  const status = await json(['status'])
  expect(status).toMatchObject({ exitCode: 3, running: false, base_url: 'http://127.0.0.1:8080' })
})

describe('what cannot work is refused in one sentence, without a stack', () => {
  test.each([
    ['a database that is not there', ['serve'], { DATABASE_URL: 'postgresql://u:sekret@127.0.0.1:1/x' }, 1],
    ['wrong variables', ['serve'], { PORT: 'many', MILLRACE_LOG_LEVEL: 'loud' }, 1],
    ['an unknown command', ['stats'], {}, 2],
    ['an unknown option', ['keys', 'create', '--nam', 'x'], {}, 2],
    ['no server', ['events', 'send', '--client-id', 'a', '--client-secret', 'b'], { PORT: '1' }, 3],
    ['no database yet', ['keys', 'list'], { DATABASE_URL: '', MILLRACE_DATA_DIR: '/nowhere/at/all' }, 1],
  ])('%s', async (_case, args, more, exitCode) => {
    const ended = await millrace(args, { ...variables, ...more })
    expect(ended).toMatchObject({ exitCode, stdout: '' })
    expect(ended.stderr).not.toMatch(/^\s+at |node:internal|sekret/m)
    expect(ended.stderr.trim().length).toBeGreaterThan(20)
  })

  // A server looks for current_setting() on the search path like for any function; so a real one can be made to lie.
  test.each([
    [
      'server_version_num',
      '140023',
      'Millrace needs 15 or newer. Upgrade the server',
      'Millrace needs PostgreSQL 15',
    ],
    ['fsync', 'off', 'would lose acknowledged events. Set fsync = on', 'would lose acknowledged events'],
  ])('a server whose %s is %s', async (setting, value, sentence, advice) => {
    const other = await createTestDatabase()
    await withAdmin(other.connection, client =>
      client.query(`
        CREATE SCHEMA lies;
        CREATE FUNCTION lies.current_setting(text) RETURNS text LANGUAGE sql
          RETURN CASE $1 WHEN '${setting}' THEN '${value}' ELSE pg_catalog.current_setting($1) END;
        ALTER DATABASE ${other.connection.database} SET search_path = lies, pg_catalog`),
    )
    const fooled = { ...variables, DATABASE_URL: other.url, PORT: String(await freePort()) }
    const served = await millrace(['serve'], fooled)
    expect(served).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining(sentence) })
    expect(served.stderr).toMatch(/^Starting Millrace .*\n.+\n$/)
    const examined = await millrace(['doctor'], fooled)
    expect(examined).toMatchObject({ exitCode: 1, stdout: expect.stringContaining(advice) })
    await other.drop()
  })
})
