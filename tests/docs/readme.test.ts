import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'

const root = join(import.meta.dirname, '../..')
let millrace: TestMillrace
let folder: string

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  folder = await mkdtemp(join(tmpdir(), 'millrace-readme-'))
})

afterAll(async () => {
  await millrace.stop()
  await rm(folder, { recursive: true })
})

test('the commands of the first event do what README.md says, as they are printed', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const section = readme.slice(readme.indexOf('## Your first event'), readme.indexOf('## The command'))
  const commands = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(match => match[1] as string)
  expect(commands).toHaveLength(6)
  // `npx millrace` is the workspace's command; here it is called without npm's help, from another folder.
  const script = commands
    .join('\necho; echo ---\n')
    .replaceAll('npx millrace', `"${process.execPath}" "${join(root, 'server/src/cli/millrace.ts')}"`)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(millrace.config.port),
      DATABASE_URL: millrace.databaseUrl,
      MILLRACE_SECRET: millrace.config.secret,
      MILLRACE_DATA_DIR: folder,
    },
  })
  const answers = stdout.split('---\n').map(answer => answer.trim())
  expect(JSON.parse(answers[2] as string)).toMatchObject({ event: { status: 'routed', source: 'till' } })
  expect(JSON.parse(answers[3] as string)).toMatchObject({ guest: { name: 'Maya Okafor' } })
  expect(JSON.parse(answers[4] as string)).toMatchObject({ workflow_run: { trigger: 'api' } })
  expect(answers[5]).toContain('Points for every visit')
})
