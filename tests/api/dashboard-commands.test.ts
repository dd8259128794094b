import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Serving, serve, type Variables } from '../cli/millrace-process.ts'
import { password, visit } from '../support/dashboard.ts'
import { freePort } from '../support/free-port.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { openResident, type Resident } from '../support/resident.ts'

let database: TestDatabase
let variables: Variables
let serving: Serving
let resident: Resident
let url: string

beforeAll(async () => {
  database = await createTestDatabase()
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  variables = {
    DATABASE_URL: database.url,
    MILLRACE_DATA_DIR: mkdtempSync(join(tmpdir(), 'millrace-members-')),
    PORT: port,
  }
  serving = await serve(variables)
  resident = openResident()
})
afterAll(async () => {
  await resident.close()
  await serving.stop('SIGTERM')
  await database.drop()
  rmSync(variables.MILLRACE_DATA_DIR as string, { recursive: true })
})

const run = async (...args: string[]) => {
  const { stdout, ...ended } = await resident.millrace([...args, '--json'], variables)
  return { ...ended, json: stdout === '' ? undefined : JSON.parse(stdout) }
}
const person = (email: string) => ({ email, name: 'Maya Okafor', password })

test('the way of the first members, by the command line', async () => {
  const printed = /^ {2}First member +(\S+)$/m.exec(serving.output.stdout)?.[1] as string
  expect(printed).toMatch(new RegExp(`^${url}/setup#[\\w-]{43}$`))

  // Another link, as good as the printed one; both are for the demo, and used up together.
  const { link } = (await run('setup-link')).json
  const first = await visit(url).post<{ session: object }>('/setup', {
    token: link.split('#')[1],
    ...person('first@example.com'),
  })
  expect(first.body.session).toMatchObject({ organisation: { name: 'Harbour & Vine' }, role: 'owner' })
  const second = { token: printed.split('#')[1], ...person('second@example.com') }
  expect((await visit(url).post('/setup', second)).status).toBe(404)
  const refused = await run('setup-link')
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('already has members')])

  const venue = ['--role', 'viewer', '--venue', 'VINE-02']
  const invited = await run('members', 'invite', '--email', 'Tom@example.com', ...venue)
  expect(invited.json).toMatchObject({ email: 'tom@example.com', role: 'viewer', serials: ['VINE-02'] })
  const joined = await visit(url).post<{ session: object }>('/invitation', {
    token: invited.json.link.split('#')[1],
    name: 'Tom',
    password,
  })
  expect(joined.body.session).toMatchObject({ role: 'viewer', serials: ['VINE-02'] })

  const listed = await resident.millrace(['members', 'list'], variables)
  expect(listed.stdout).toMatch(/first@example\.com +Maya Okafor +owner +Harbour & Vine +member +all/)
  expect(listed.stdout).toMatch(/tom@example\.com +Tom +viewer +Harbour & Vine +member +VINE-02/)

  // A member who has forgotten their password is removed and invited again; also the last owner.
  for (const email of ['tom@example.com', 'FIRST@example.com']) {
    expect((await run('members', 'remove', email)).json).toMatchObject({ removed: true })
  }
  expect((await run('members', 'list')).json.organisations).toMatchObject([{ members: [], invitations: [] }])
  expect((await run('setup-link')).exitCode).toBe(0)
})

test.each([
  [['members', 'invite'], 2, "Missing required option '--email <ADDRESS>'"],
  [['members', 'invite', '--email', 'nonsense'], 2, 'Give an e-mail address.'],
  [
    ['members', 'invite', '--email', 'a@b.example', '--role', 'boss'],
    2,
    'Allowed choices are owner, editor, viewer, staff.',
  ],
  [['members', 'invite', '--email', 'a@b.example', '--venue', 'NOWHERE'], 2, 'which is no venue'],
  [['members', 'remove', 'nobody@example.com'], 1, 'is not a member of Harbour & Vine'],
])('says what is wrong: %j', async (args, exitCode, sentence) => {
  const ended = await run(...args)
  expect([ended.exitCode, ended.stderr]).toEqual([exitCode, expect.stringContaining(sentence)])
})
