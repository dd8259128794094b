import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/postgres.ts'
import { openShell, type Shell } from '../shell.fixture.ts'

let shell: Shell
beforeAll(async () => {
  shell = await openShell('pieces', await createTestDatabase())
})
afterAll(() => shell.close())

const millrace = (...words: string[]) => shell.millrace(...words)

test('a piece comes back from its file, as a new version where it differs', async () => {
  const file = join(shell.folder, 'footer.json')
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
  const kept = join(shell.folder, 'kept.json')
  expect(await millrace('export', 'footer', '--file', kept)).toMatchObject({ exitCode: 0 })
  expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  expect((await millrace('import', kept)).said).toBe('Already up to date: "Footer" (footer), version 1.\n')
  writeFileSync(file, footer('Open until eleven.'))
  expect((await millrace('import', file)).said).toBe('Changed: "Footer" (footer), version 2.\n')
  expect((await millrace('import', kept)).said).toBe('Changed: "Footer" (footer), version 3.\n')
  expect((await millrace('list')).out).toMatch(/footer/)
})

test('what cannot be used is refused with the reason', async () => {
  const file = join(shell.folder, 'wrong.json')
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

test('a change of transactional e-mails needs --confirm-transactional', async () => {
  const file = join(shell.folder, 'hours.json')
  const write = (text: string) =>
    writeFileSync(
      file,
      JSON.stringify({
        millrace_piece: 1,
        key: 'hours',
        name: 'Hours',
        kind: 'blocks',
        content: { blocks: [{ type: 'text', text }] },
      }),
    )
  write('Open until ten.')
  await millrace('import', file)
  await shell.runs.publish({
    trigger: { source: 'bookings' },
    start: 'mail',
    nodes: [
      {
        id: 'mail',
        type: 'send_email',
        class: 'transactional',
        subject: 'Your table',
        blocks: [{ type: 'piece', piece: 'hours' }],
        next: 'end',
      },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  })
  write('Half price today.')
  expect(await millrace('import', file)).toMatchObject({
    exitCode: 1,
    said: expect.stringMatching(/transactional e-mails of the workflow .* Pass --confirm-transactional/s),
  })
  expect((await millrace('import', file, '--confirm-transactional')).said).toContain('version 2.')
})
