import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { openResident, type Resident } from '../support/resident.ts'
import { stepsOf } from './blocks.ts'
import { differs } from './matches.ts'
import { expressions } from './watching.ts'

const root = join(import.meta.dirname, '../..')
const BETWEEN = '~~~ next ~~~'
let millrace: TestMillrace
let resident: Resident
let folder: string

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  resident = openResident()
  folder = await mkdtemp(join(tmpdir(), 'millrace-docs-'))
})

afterAll(async () => {
  await resident.close()
  await millrace.stop()
  await rm(folder, { recursive: true })
})

/** What each group of commands prints, in one shell after the other, as a reader would type them. */
async function run(commands: readonly string[]): Promise<string[]> {
  // `npx millrace` is the workspace's command; here it is called without npm's help, from another folder.
  const script = commands.join(`\necho; echo '${BETWEEN}'\n`).replaceAll('npx millrace', 'millrace')
  const whole = `${resident.shell}\nexec </dev/null\n${script}`
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', whole], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      PORT: String(millrace.config.port),
      DATABASE_URL: millrace.databaseUrl,
      MILLRACE_SECRET: millrace.config.secret,
      MILLRACE_DATA_DIR: folder,
    },
  })
  return stdout.split(BETWEEN).map(answer => answer.trim())
}

test('the commands of the first event do what README.md says, as they are printed', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const section = readme.slice(readme.indexOf('## Your first event'), readme.indexOf('## The command'))
  const steps = stepsOf(section)
  expect(steps).toHaveLength(6)
  const answers = await run(steps.map(({ commands }) => commands))
  expect(JSON.parse(answers[2] as string)).toMatchObject({ event: { status: 'routed', source: 'till' } })
  expect(JSON.parse(answers[3] as string)).toMatchObject({ guest: { name: 'Maya Okafor' } })
  expect(JSON.parse(answers[4] as string)).toMatchObject({ workflow_run: { trigger: 'api' } })
  expect(answers[5]).toContain('Points for every visit')
})

test('the commands of docs/workflows.md end well, one after the other', async () => {
  const steps = stepsOf(await readFile(join(root, 'docs/workflows.md'), 'utf8'))
  expect(steps).toHaveLength(1)
  const [printed] = await run(steps.map(({ commands }) => commands))
  expect(printed).toContain('Points for every visit')
  expect(JSON.parse(await readFile(join(folder, 'points.json'), 'utf8'))).toMatchObject({ millrace: 1 })
})

test.each(['integrators.md', 'operators.md'])(
  'every command of docs/%s answers as it says',
  async document => {
    const steps = stepsOf(await readFile(join(root, 'docs', document), 'utf8'))
    expect(steps.some(({ answer }) => answer !== undefined)).toBe(true)
    const answers = await run(steps.map(({ commands }) => commands))
    const faults = steps.flatMap(({ commands, answer }, place) => {
      if (answer === undefined) return []
      const found = answers[place] as string
      const fault =
        answer.kind === 'text'
          ? differs(answer.text, found)
          : differs(JSON.parse(answer.text), JSON.parse(found))
      return fault === undefined ? [] : [`${commands.trim()}\n${fault}`]
    })
    expect(faults).toEqual([])
  },
)

test('rules and panels in deploy/ ask for figures that /metrics has', async () => {
  const text = await (await fetch(`${millrace.url}/metrics`)).text()
  const exported = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name as string],
    ),
  )
  const asked = expressions.flatMap(({ name, text: expression }) =>
    [...expression.matchAll(/\b(?:millrace|process|nodejs)_\w+/g)].map(([figure]) => ({ name, figure })),
  )
  expect(asked.length).toBeGreaterThanOrEqual(expressions.length - 2)
  expect(asked.filter(({ figure }) => !exported.has(figure))).toEqual([])
})
