import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { atTerminal } from '../../server/src/cli/at-terminal.fixture.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { begin, type Variables } from './millrace-process.ts'

let server: TestMillrace
let organisation: TestOrganisation
let folder: string
let variables: Variables

beforeAll(async () => {
  server = await startTestMillrace()
  folder = mkdtempSync(join(tmpdir(), 'millrace-import-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  organisation = await server.organisation()
  variables = {
    MILLRACE_CLIENT_ID: organisation.clientId,
    MILLRACE_CLIENT_SECRET: organisation.clientSecret,
    MILLRACE_AUTH_URL: server.url,
    MILLRACE_BASE_URL: server.url,
    MILLRACE_DATA_DIR: folder,
  }
})

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const guests = async () =>
  (
    await server.database.engine.query<{ email: string }>(
      'SELECT email FROM guests WHERE organisation_id = $1 ORDER BY email',
      [organisation.id],
    )
  ).rows.map(({ email }) => email)
const idIn = (text: string) => /Import (\S+)/.exec(text)?.[1] as string

test('a trial changes nothing; the import does what it said, and writes refused rows to a file that can be imported', async () => {
  const path = file(
    'mixed.csv',
    'email,phone,name,Notes\nada@example.com,,"Byron, Ada",x\nbad,+442079460000,Bo,\nada@example.com,,Else,\n',
  )
  const trial = await atTerminal(['guests', 'import', path, '--trial'], variables)
  expect(trial.exitCode).toBe(1)
  expect(trial.out.split('\n')).toEqual([
    '3 rows: 1 guest would be created, 0 changed, 0 unchanged, 2 refused.',
    'Ignored columns: Notes. --map says what a column is.',
    '  row 3, email: must be an e-mail address.',
    '  row 4, email: is also in row 2.',
    'Write them to a file with --refused FILE, fix them, and import that file.',
    '',
  ])
  expect(await guests()).toEqual([])
  const refused = join(folder, 'refused.csv')
  const done = await atTerminal(['guests', 'import', path, '--refused', refused], variables)
  expect(done.out).toContain('3 rows: 1 guest created, 0 changed, 0 unchanged, 2 refused.')
  expect(idIn(done.said)).toBe(idIn(trial.said))
  expect(readFileSync(refused, 'utf8')).toBe(
    'email,phone,name,Notes,line,refused row,refused because\r\n' +
      "bad,'+442079460000,Bo,,,3,email must be an e-mail address\r\n" +
      'ada@example.com,,Else,,,4,email is also in row 2\r\n',
  )
  writeFileSync(
    refused,
    readFileSync(refused, 'utf8').replace('bad,', 'bo@example.com,').replace('ada@', 'else@'),
  )
  const fixed = await atTerminal(['guests', 'import', refused], variables)
  expect(fixed.exitCode).toBe(0)
  expect(await guests()).toEqual(['ada@example.com', 'bo@example.com', 'else@example.com'])
})

test('the same command again does nothing twice; after an undo it imports again', async () => {
  const path = file('twice.csv', 'E-Post;Konto\na@example.com;7\nb@example.com;8\n')
  const words = ['guests', 'import', path, '--map', 'E-Post=email', '--map', 'Konto=external_id.till']
  const first = await atTerminal(words, variables)
  expect(first.exitCode, first.said).toBe(0)
  const again = await atTerminal(words, variables)
  expect(again.out).toContain('This file was imported before; nothing was done again.')
  const undone = await atTerminal(['guests', 'undo', idIn(first.said)], variables)
  expect(undone.out).toBe('2 guests deleted, 0 restored.\n')
  expect(await guests()).toEqual([])
  const third = await atTerminal([...words, '--json'], variables)
  expect(JSON.parse(third.out)).toMatchObject({ status: 'imported', counts: { created: 2 } })
  expect(idIn(third.said)).not.toBe(idIn(first.said))
})

test('an interrupted command continues where it stopped', async () => {
  const lines = Array.from(
    { length: 2_500 },
    (_, index) => `guest${index}@example.com,${'x'.repeat(1_000)}\n`,
  )
  const path = file('long.csv', `email,attributes.note\n${lines.join('')}`)
  const { child, output } = begin(['guests', 'import', path], variables)
  const ended = new Promise(resolve => child.once('close', resolve))
  while (!output.stderr.includes('Import ')) await new Promise(resolve => child.stderr?.once('data', resolve))
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(output.stderr).toContain('Run the same command again to continue where it stopped.')
  // The rest of the file is enough to see: what it holds is imported elsewhere.
  const answer = await atTerminal(['guests', 'import', path, '--json'], variables)
  expect(idIn(answer.said)).toBe(idIn(output.stderr))
  expect(JSON.parse(answer.out)).toMatchObject({
    status: 'imported',
    counts: { rows: 2_500, created: 2_500 },
  })
})

test.each([
  [['guests', 'import', 'nowhere.csv'], 'nowhere.csv cannot be read (ENOENT).'],
  [['guests', 'import', '.'], '. is not a file.'],
  [['guests', 'import', 'x.csv', '--map', 'email'], '--map is "email"; give it as COLUMN=FIELD'],
  [['guests', 'import', 'x.csv', '--delimiter', ':'], '--delimiter is a comma'],
  [['guests', 'undo', '0192d3f8-7c1e-7a54-9f0b-6a1f2b3c4d5e'], 'There is no import with this id.'],
])('%j is answered with what to do', async (words, sentence) => {
  const answer = await atTerminal(words, variables)
  expect(answer.exitCode).toBeGreaterThan(0)
  expect(answer.said).toContain(sentence)
})

test('an empty file says so', async () => {
  const path = file('empty.csv', '')
  const answer = await atTerminal(['guests', 'import', path], variables)
  expect([answer.exitCode, answer.said]).toEqual([1, expect.stringContaining(`${path} is empty.`)])
})

test('a file that cannot be imported as a whole says why', async () => {
  const answer = await atTerminal(['guests', 'import', file('names.csv', 'Who\nAda\n')], variables)
  expect(answer.exitCode).toBe(1)
  expect(answer.said).toContain('No column identifies a guest.')
})
