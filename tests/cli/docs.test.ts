import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '../../server/src/cli/commands.ts'
import { demo } from '../../server/src/demo/demo-data.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { openResident, type Resident } from '../support/resident.ts'

const root = join(import.meta.dirname, '../..')
let millrace: TestMillrace
let resident: Resident
let folder: string
let page: string

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  resident = openResident()
  folder = await mkdtemp(join(tmpdir(), 'millrace-cli-docs-'))
  page = await readFile(join(root, 'docs/cli.md'), 'utf8')
})
afterAll(async () => {
  await resident.close()
  await millrace.stop()
  await rm(folder, { recursive: true })
})

test('the commands of docs/cli.md do what it says, one after the other', async () => {
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(match => match[1] as string)
  // `npx millrace` is the workspace's command; here it is called without npm's help, from another folder.
  const script = blocks.join('\necho ---\n').replaceAll('npx millrace', 'millrace')
  const whole = `${resident.shell}\nexec </dev/null\n${script}`
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', whole], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(millrace.config.port),
      DATABASE_URL: millrace.databaseUrl,
      MILLRACE_SECRET: millrace.config.secret,
      MILLRACE_DATA_DIR: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
    },
  })
  const printed = stdout.split('---\n')
  expect(printed).toHaveLength(blocks.length)
  const after = (words: string) => printed[blocks.findIndex(block => block.includes(words))] as string
  expect(after('doctor')).not.toContain('✗')
  expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600)
  expect(after('spend=142.5')).toContain('"Points for every visit"')
  expect(after('--dry-run')).toContain('nothing is stored')
  expect(after('guests import')).toContain(
    '3 rows: 1 guest would be created, 1 changed, 0 unchanged, 1 refused.',
  )
  expect(after('guests import')).toContain('3 rows: 1 guest created, 1 changed, 0 unchanged, 1 refused.')
  expect(await readFile(join(folder, 'refused.csv'), 'utf8')).toContain('email must be an e-mail address')
  expect(after('cat > visits.ndjson')).toBe('3 lines: 3 stored. 3 matched a workflow.\n')
  expect(JSON.parse(after('--source till --json'))).toMatchObject({ stored: 0, replayed: 3, complete: true })
  expect(after('events tail').trim().split('\n')).toHaveLength(4)
  expect(after('runs trace')).toMatch(/^└─ ✓ .* {2} *[█│]$/m)
  expect(after('simulate')).toContain('✓ The workflow takes the event.')
  expect(after('workflows import')).toContain(demo.workflowId)
  expect(await readFile(join(folder, 'millrace.bash'), 'utf8')).toContain('complete -o default')
})

test('docs/cli.md names no command that there is not', () => {
  const names = commands.map(({ name }) => name)
  const named = [...page.matchAll(/npx millrace ([a-z][a-z-]*(?: [a-z][a-z-]*)?)/g)].map(match =>
    (match[1] as string).trim(),
  )
  expect(named.length).toBeGreaterThan(20)
  const unknown = named.filter(words => !names.some(name => words === name || words.startsWith(`${name} `)))
  expect(unknown).toEqual([])
})
