import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/postgres.ts'
import { openShell, type Shell } from '../shell.fixture.ts'

let shell: Shell

beforeAll(async () => {
  shell = await openShell('subscriptions', await createTestDatabase())
})
afterAll(() => shell.close())

const millrace = (...words: string[]) => shell.millrace(...words)
const create = (name: string, url = 'https://example.com/', events = 'run.finished') =>
  millrace('create', '--name', name, '--url', url, '--events', events)

test('a subscription is created, listed, tested, paused, resumed, replayed and deleted', async () => {
  expect((await millrace('list')).said).toContain('No subscriptions yet')
  const created = await create('Warehouse')
  expect(created).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^whsec_/) })
  expect(await create('warehouse')).toMatchObject({ exitCode: 1, said: expect.stringContaining('already') })
  expect((await millrace('test', 'Warehouse')).out).toContain('on its way')
  const secret = (await millrace('secret', 'Warehouse')).out
  expect(secret).toMatch(/^whsec_/)
  expect(secret).not.toBe(created.out)
  expect((await millrace('pause', 'Warehouse')).out).toBe('Paused Warehouse.\n')
  const { subscriptions } = JSON.parse((await millrace('list', '--json')).out)
  expect(subscriptions).toMatchObject([
    { name: 'Warehouse', status: 'paused', waiting: 1, created_by: 'cli' },
  ])
  expect((await millrace('resume', subscriptions[0].id)).exitCode).toBe(0)
  expect((await millrace('replay', 'Warehouse', '--all')).out).toBe('0 deliveries are sent again.\n')
  expect((await millrace('delete', 'Warehouse', '--yes')).out).toBe('Deleted Warehouse.\n')
  expect(await millrace('pause', 'Warehouse')).toMatchObject({ exitCode: 1 })
})

test.each([
  ['an event that there is not', ['A', 'https://example.com/', 'run.started']],
  ['an address that is not public', ['A', 'http://127.0.0.1/', 'run.finished']],
] as const)('is refused: %s', async (_, given) => {
  const [name, url, events] = given
  const { exitCode, said } = await create(name, url, events)
  expect(exitCode).not.toBe(0)
  expect(said).not.toBe('')
})
