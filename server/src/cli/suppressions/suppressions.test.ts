import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/postgres.ts'
import { openShell, type Shell } from '../shell.fixture.ts'

let shell: Shell

beforeAll(async () => {
  shell = await openShell('suppressions', await createTestDatabase())
})
afterAll(() => shell.close())

const millrace = (...words: string[]) => shell.millrace(...words)

test('an address is suppressed, found and lifted, each with its reason', async () => {
  expect(await millrace('list')).toMatchObject({ exitCode: 0, said: 'Nothing is suppressed.\n' })
  const added = await millrace('add', 'Ada@Example.com', '--reason', 'asked by letter')
  expect(added).toMatchObject({ exitCode: 0, out: expect.stringContaining('ada@example.com') })
  const again = await millrace('add', 'ada@example.com', '--reason', 'again')
  expect(again).toMatchObject({ exitCode: 1, said: expect.stringContaining('already') })
  const { suppressions } = JSON.parse((await millrace('list', '--search', 'ADA@', '--json')).out)
  expect(suppressions).toMatchObject([
    {
      address: 'ada@example.com',
      channel: 'email',
      reason: 'member',
      source: 'cli',
      note: 'asked by letter',
    },
  ])
  const [{ id }] = suppressions
  const lifted = await millrace('lift', id, '--reason', 'asked again')
  expect(lifted).toMatchObject({ exitCode: 0, out: 'Messages to ada@example.com are sent again.\n' })
  expect(await millrace('lift', id, '--reason', 'twice')).toMatchObject({ exitCode: 1 })
  expect((await millrace('list')).said).toBe('Nothing is suppressed.\n')
  expect((await millrace('list', '--all')).out).toContain('(lifted)')
})

test.each([
  ['no address', ['add', 'nobody', '--reason', 'x']],
  ['a number without its country', ['add', '02079460000', '--reason', 'x']],
  ['no reason', ['add', 'ada@example.com', '--reason', ' ']],
  ['an unknown id', ['lift', 'nothing', '--reason', 'x']],
])('is refused: %s', async (_, words) => {
  const { exitCode, said } = await millrace(...words)
  expect(exitCode).not.toBe(0)
  expect(said).not.toBe('')
})
