import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRuns } from '#runs/runs.fixture.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/postgres.ts'
import { atTerminal } from '../at-terminal.fixture.ts'

let prepared: TestDatabase
let runs: Awaited<ReturnType<typeof openRuns>>
let folder: string
let port: number
let taken = 0
const mails = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    stream.resume().on('end', () => {
      taken += 1
      done()
    })
  },
})

beforeAll(async () => {
  prepared = await createTestDatabase()
  runs = await openRuns(prepared)
  folder = mkdtempSync(join(tmpdir(), 'millrace-providers-'))
  mails.listen(0, '127.0.0.1')
  await once(mails.server, 'listening')
  port = (mails.server.address() as AddressInfo).port
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await runs.close()
  await new Promise<void>(resolve => mails.close(() => resolve()))
})

const millrace = (...words: string[]) =>
  atTerminal(['providers', ...words], {
    DATABASE_URL: prepared.url,
    MILLRACE_DATA_DIR: folder,
    MILLRACE_SECRET: 'a secret for tests only, and long enough',
    MILLRACE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    MILLRACE_ALLOW_PORTS: String(port),
  })
const names = async () =>
  (JSON.parse((await millrace('list', '--json')).out).providers as { name: string }[]).map(({ name }) => name)

test('providers are added, limited, put into another order, tested and removed', async () => {
  expect((await millrace('list')).said).toContain('No providers yet')
  const server = ['--host', '127.0.0.1', '--port', String(port), '--security', 'none']
  expect(await millrace('add', 'Own', ...server)).toMatchObject({ exitCode: 0, out: 'Added Own.\n' })
  expect(await millrace('add', 'Spare', ...server, '--pace', '10/second')).toMatchObject({ exitCode: 0 })
  expect(await millrace('set', 'spare', '--most-a-day', '500', '--warm-up', '50x2')).toMatchObject({
    exitCode: 0,
  })
  const listed = (await millrace('list')).out
  expect(listed).toContain('10/second')
  expect(listed).toContain('0 of 50')
  expect(await millrace('move', 'Spare', '--to', '1')).toMatchObject({ out: '1. Spare\n2. Own\n' })
  expect(await names()).toEqual(['Spare', 'Own'])
  expect(await millrace('test', 'Spare', '--to', 'ada@example.com')).toMatchObject({
    exitCode: 0,
    out: 'Sent.\n',
  })
  expect(taken).toBe(1)
  expect(await millrace('remove', 'Spare', '--yes')).toMatchObject({ exitCode: 0, out: 'Removed Spare.\n' })
  expect(await names()).toEqual(['Own'])
})

test.each([
  ['neither a server nor an account', ['add', 'Third']],
  ['a pace that is none', ['set', 'Own', '--pace', 'fast']],
  ['a warm-up without a daily limit', ['set', 'Own', '--warm-up', '50x2']],
  ['nothing to set', ['set', 'Own']],
  ['a name that is taken', ['add', 'own', '--host', '127.0.0.1', '--port', '25', '--security', 'none']],
  ['a server that is not allowed', ['add', 'Far', '--host', '10.0.0.1', '--security', 'none']],
  ['an unknown provider', ['move', 'Nobody', '--to', '1']],
  ['removing without saying so', ['remove', 'Own']],
])('is refused: %s', async (_, words) => {
  const { exitCode, said } = await millrace(...words)
  expect(exitCode).not.toBe(0)
  expect(said).not.toBe('')
})
