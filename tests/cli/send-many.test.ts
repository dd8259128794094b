import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atTerminal } from '../../server/src/cli/at-terminal.fixture.ts'
import { type FaultyServer, startFaultyServer } from '../sdk/faulty-server.ts'
import {
  eventually,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { endsAtOnce } from '../support/workflows.ts'
import { begin, millrace, type Variables } from './millrace-process.ts'

let server: TestMillrace
let organisation: TestOrganisation
let proxy: FaultyServer
let folder: string
let variables: Variables
let guest: string

beforeAll(async () => {
  server = await startTestMillrace({ roles: ['api'] })
  organisation = await server.organisation()
  guest = await organisation.guest()
  await organisation.workflow(endsAtOnce({ source: 'till' }))
  proxy = await startFaultyServer(server.url)
  folder = mkdtempSync(join(tmpdir(), 'millrace-many-'))
  variables = {
    MILLRACE_CLIENT_ID: organisation.clientId,
    MILLRACE_CLIENT_SECRET: organisation.clientSecret,
    MILLRACE_AUTH_URL: server.url,
    MILLRACE_BASE_URL: proxy.url,
    MILLRACE_DATA_DIR: folder,
  }
})
afterAll(async () => {
  await proxy.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const EVENTS = '/v1/workflows/incoming-event'
const event = (mark: string, n: number) =>
  JSON.stringify({ organisation_registration_id: guest, parameters: { source: 'till', mark, n } })
const many = (mark: string, length: number) => Array.from({ length }, (_, n) => event(mark, n))

async function stored(mark: string): Promise<number[]> {
  const { rows } = await server.database.engine.query<{ n: number }>(
    `SELECT (parameters ->> 'n')::int AS n FROM events
     WHERE organisation_id = $1 AND parameters ->> 'mark' = $2 ORDER BY n`,
    [organisation.id, mark],
  )
  return rows.map(({ n }) => n)
}
const numbers = (length: number) => Array.from({ length }, (_, n) => n)

function file(name: string, lines: readonly string[]): string {
  const path = join(folder, name)
  writeFileSync(path, lines.join('\n'))
  return path
}

test('faulty lines are reported by number, and a second run stores what is new and nothing twice', async () => {
  const lines = many('fixed', 120)
  const faulty = lines.with(16, '{"oops"').with(99, event('fixed', 99).replace(guest, 'nobody'))
  const path = file('fixed.ndjson', faulty)
  const first = await atTerminal(['events', 'send', '--file', path], variables)
  expect(first.exitCode).toBe(1)
  expect(first.out).toContain('120 lines: 118 stored, 2 rejected. 118 matched a workflow.')
  expect(first.out).toContain('\n  line 17: The line is not a JSON object.\n')
  expect(first.out).toMatch(/\n {2}line 100: .*\n {4}organisation_registration_id: must be a UUID\n/)
  expect(first.drawn.at(0)).toMatch(/^▕░{24}▏ {3}0 % {2}0 lines$/)
  expect(first.drawn.at(-1)).toBe('')

  file('fixed.ndjson', [event('fixed', 120), ...lines])
  const second = await atTerminal(['events', 'send', '--file', path, '--json'], variables)
  expect(second.exitCode).toBe(0)
  expect(JSON.parse(second.out)).toEqual({
    lines: 121,
    stored: 3,
    replayed: 118,
    routed: 121,
    refused: [],
    dry_run: false,
    complete: true,
    ended_by: null,
  })
  expect(await stored('fixed')).toEqual(numbers(121))
})

test('every line is stored once, though requests and answers get lost and the server asks to wait', async () => {
  const busy = { status: 429, headers: { 'retry-after': '1' }, body: { code: 'too_many_requests' } }
  const away = { status: 503, headers: { 'retry-after': '1' }, body: { code: 'unavailable' } }
  const gateway = { status: 502, body: '<html>' }
  proxy.fault(EVENTS, 'cut', 'lose the answer', busy, 'lose the answer', away, gateway, {
    status: 401,
    body: {},
  })
  const path = file('faults.ndjson', many('faults', 100))
  const { exitCode, stdout } = await millrace(
    ['events', 'send', '--file', path, '--concurrency', '4'],
    variables,
  )
  expect(stdout).toMatch(/^100 lines: 9\d stored, \d stored earlier\. 100 matched a workflow\.\n$/)
  expect(exitCode).toBe(0)
  expect(await stored('faults')).toEqual(numbers(100))
})

test('what comes over stdin is new each time, unless it has a key; a dry run stores nothing', async () => {
  const input = many('piped', 20).join('\n')
  const send = async (...more: string[]) =>
    JSON.parse(
      (await millrace(['events', 'send', '--file', '-', '--json', ...more], variables, input)).stdout,
    )
  expect(await send('--dry-run')).toMatchObject({ stored: 20, dry_run: true })
  expect(await stored('piped')).toEqual([])
  const key = ['--idempotency-key', 'a batch']
  expect(await send(...key)).toMatchObject({ stored: 20, replayed: 0 })
  expect(await send(...key)).toMatchObject({ stored: 0, replayed: 20 })
  expect(await send()).toMatchObject({ stored: 20, replayed: 0 })
  expect(await send(...key, '--source', 'other')).toMatchObject({ stored: 20, routed: 0 })
})

test('Ctrl-C ends it after what is on its way, and the next run continues', async () => {
  const lines = many('stopped', 40)
  const args = ['events', 'send', '--file', '-', '--idempotency-key', 'stopped']
  proxy.fault(EVENTS, ...Array(5).fill('answer late'))
  const { child, output } = begin(args, variables)
  const closed = once(child, 'close')
  // Half a line is left in the air when the end comes.
  child.stdin?.write(`${lines.slice(0, 20).join('\n')}\n${lines[20]?.slice(0, 30)}`)
  await eventually(
    () => stored('stopped'),
    found => found.length === 20,
  )
  child.kill('SIGINT')
  const [exitCode] = await closed
  expect(exitCode).toBe(130)
  expect(output.stdout).toContain('20 lines: 20 stored. 20 matched a workflow.\n')
  expect(output.stdout).toContain('Run the same command again: nothing is stored twice.')
  const again = await millrace([...args, '--json'], variables, lines.join('\n'))
  expect(JSON.parse(again.stdout)).toMatchObject({ stored: 20, replayed: 20, complete: true })
  expect(await stored('stopped')).toEqual(numbers(40))
})

test('a key that is refused, a wrong file, and a server that stays away end it and are reported', async () => {
  const refused = { status: 401, body: { code: 'unauthenticated', message: 'The token is not good.' } }
  proxy.fault(EVENTS, refused, refused)
  const path = file('refused.ndjson', many('refused', 5))
  const args = ['events', 'send', '--file', path, '--concurrency', '1']
  const { exitCode, out } = await atTerminal(args, variables)
  expect(exitCode).toBe(1)
  expect(out).toContain(
    'Stopped before the end of the input: The API key was refused: The token is not good.',
  )
  expect(await stored('refused')).toEqual([])

  const wrong = file('wrong.csv', Array(2_000).fill('2026-07-01;42.50;Maya'))
  const inVain = JSON.parse((await atTerminal([...args.with(3, wrong), '--json'], variables)).out)
  expect(inVain).toMatchObject({
    lines: 1_000,
    complete: false,
    ended_by: expect.stringContaining('right file'),
  })

  const away = { status: 503, headers: { 'retry-after': '0' }, body: { message: 'Not available right now.' } }
  proxy.fault(EVENTS, ...Array(8).fill(away))
  const given = await atTerminal([...args, '--json'], variables)
  expect(given.exitCode).toBe(1)
  expect(JSON.parse(given.out)).toMatchObject({
    lines: 0,
    complete: false,
    ended_by: expect.stringContaining('Not available right now.'),
  })
  expect(await atTerminal([...args.slice(0, -1), '65'], variables)).toMatchObject({ exitCode: 2 })
})
