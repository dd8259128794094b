import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRuns } from '#runs/runs.fixture.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/postgres.ts'
import { atTerminal } from '../at-terminal.fixture.ts'

let prepared: TestDatabase
let runs: Awaited<ReturnType<typeof openRuns>>
let folder: string
beforeAll(async () => {
  prepared = await createTestDatabase()
  runs = await openRuns(prepared)
  folder = mkdtempSync(join(tmpdir(), 'millrace-pieces-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await runs.close()
})

const millrace = (...words: string[]) => atTerminal(['pieces', ...words], { DATABASE_URL: prepared.url })

test('a piece comes back from its file, as a new version where it differs', async () => {
  const file = join(folder, 'footer.json')
  const footer = (text: string) =>
    JSON.stringify({
      millrace_piece: 1,
      key: 'footer',
      name: 'Footer',
      kind: 'blocks',
      content: { blocks: [{ type: 'text', text }] },
    })
  writeFileSync(file, footer('Open until ten.'))
  expect(await millrace('import', file)).toMatchObject({
    exitCode: 0,
    said: 'Saved: "Footer" (footer), version 1.\n',
  })
  const kept = join(folder, 'kept.json')
  expect(await millrace('export', 'footer', '--file', kept)).toMatchObject({ exitCode: 0 })
  expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  expect((await millrace('import', kept)).said).toBe('Already up to date: "Footer" (footer), version 1.\n')
  writeFileSync(file, footer('Open until eleven.'))
  expect((await millrace('import', file)).said).toBe('Changed: "Footer" (footer), version 2.\n')
  expect((await millrace('import', kept)).said).toBe('Changed: "Footer" (footer), version 3.\n')
  expect((await millrace('list')).out).toMatch(/footer/)
})

test('what cannot be used is refused with the reason', async () => {
  const file = join(folder, 'wrong.json')
  expect(await millrace('export', 'nothing')).toMatchObject({
    exitCode: 1,
    said: expect.stringContaining('There is no saved piece "nothing".'),
  })
  expect(await millrace('import', file)).toMatchObject({ said: `${file} cannot be read (ENOENT).\n` })
  writeFileSync(file, '{')
  expect(await millrace('import', file)).toMatchObject({
    exitCode: 1,
    said: expect.stringContaining('cannot be used'),
  })
})
