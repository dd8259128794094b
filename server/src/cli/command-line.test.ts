import { CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { atTerminal } from './at-terminal.fixture.ts'
import type { Invocation, Options } from './command/command.ts'
import { createProgram } from './program.ts'
import { exitCodes } from './terminal/failure.ts'

/** What a command would be called with, and what is said of a command line that is wrong. */
async function read(...words: string[]): Promise<Invocation<Options> & { said: string }> {
  let invocation: Invocation<Options> = { values: {}, argument: '', json: false }
  let said = ''
  const say = (text: string) => {
    said += `${text}\n`
  }
  const run = async (_: unknown, found: Invocation<Options>) => {
    invocation = found
  }
  const program = createProgram('1', run, { out: () => {}, say, columns: 100 })
  await program.parse(words).catch(error => {
    expect(error).toBeInstanceOf(CommanderError)
  })
  return { ...invocation, said }
}

test('a command is one word or two, and --json may stand before it', async () => {
  expect(await read('--json', 'status')).toMatchObject({ json: true, said: '' })
  expect(await read('keys', '--json', 'list')).toMatchObject({ json: true, said: '' })
  expect(await read('keys', 'create', '--name', 'x')).toMatchObject({
    values: { name: 'x', requestsPerMinute: 6_000 },
    json: false,
  })
})

test.each([
  [['stats'], 'Did you mean status?'],
  [['doc'], 'Did you mean doctor?'],
  [['key', 'create'], 'Did you mean keys?'],
  [['keys', 'creat'], 'Did you mean create?'],
  [['keys', 'add'], 'See: npx millrace keys --help'],
  [['frobnicate'], 'See: npx millrace --help'],
])('`millrace %s` is refused with what to type instead', async (words, advice) => {
  const seen = await atTerminal(words, {})
  expect(seen).toMatchObject({ exitCode: exitCodes.wrongUsage, out: '' })
  expect(seen.said).toContain(`Unknown command '${words.at(advice.includes('keys?') ? 0 : -1)}'`)
  expect(seen.said).toContain(advice)
})

test('values, repeated values, switches and the argument are read', async () => {
  const words = [
    'simulate',
    'id',
    '--guest=a b',
    '--serial',
    '1',
    '--serial',
    '2',
    '--version',
    '3',
    '--json',
  ]
  expect(await read(...words)).toEqual({
    values: { guest: 'a b', serial: ['1', '2'], version: 3 },
    argument: 'id',
    json: true,
    said: '',
  })
  expect(await read('keys', 'revoke', 'id', '--yes')).toMatchObject({ values: { yes: true }, argument: 'id' })
})

test.each([
  [['keys', 'create', '--nam', 'x'], 'Did you mean --name?'],
  [['keys', 'create', '--zebra'], "Unknown option '--zebra'\nSee: npx millrace keys create --help"],
  [['keys', 'create'], "Missing required option '--name <NAME>'"],
  [['keys', 'create', '--name'], "Option '--name <NAME>' argument missing"],
  [['keys', 'create', '--name', '--json'], 'Give a value first.'],
  [['keys', 'create', '--name', ' '], 'Give a name.'],
  [['keys', 'create', '--name', 'a'.repeat(101)], 'at most 100 characters'],
  [['keys', 'create', '--name', 'a\u0007'], 'no control characters'],
  [['keys', 'revoke', 'id', '--yes=no'], "Unknown option '--yes=no'"],
  [['keys', 'revoke', 'id', 'more'], 'Expected 1 argument but got 2: id, more.'],
  [['keys', 'revoke'], "Missing required argument 'CLIENT_ID'"],
  [['runs', 'list', 'x', '--limit', '1001'], 'Give a whole number from 1 to 1000.'],
  [['workflows', 'publish', 'x', '--inside', 'stay'], 'Allowed choices are finish, end.'],
  [['completion', 'tcsh'], 'Allowed choices are bash, zsh, fish.'],
  [['serve', '--roles', 'cook'], 'Give api, worker, or api,worker.'],
])('%j is refused with a sentence', async (words, sentence) => {
  const seen = await atTerminal(words, {})
  expect(seen).toMatchObject({ exitCode: exitCodes.wrongUsage, out: '' })
  expect(seen.said).toContain(sentence)
})

test('a noun without a verb shows its commands, and nothing at all the overview', async () => {
  const noun = await atTerminal(['keys'], {})
  expect(noun).toMatchObject({ exitCode: exitCodes.wrongUsage, out: '' })
  for (const verb of ['create', 'list', 'rotate', 'revoke'])
    expect(noun.said).toMatch(new RegExp(`^ {2}${verb} `, 'm'))
  const nothing = await atTerminal([], {})
  expect(nothing).toMatchObject({ exitCode: exitCodes.ok, said: '' })
  expect(nothing.out).toBe((await atTerminal(['--help'], {})).out)
})

test('`help` and `--help` are the same, and the version is printed as text or JSON', async () => {
  const help = await atTerminal(['help', 'keys', 'create'], {})
  expect(help).toMatchObject({ exitCode: exitCodes.ok, said: '' })
  expect(help.out).toBe((await atTerminal(['keys', 'create', '--help'], {})).out)
  expect((await atTerminal(['--version'], {})).out).toMatch(/^millrace \d+\.\d+\.\d+\n$/)
  expect(JSON.parse((await atTerminal(['--version', '--json'], {})).out)).toHaveProperty('version')
})
