import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_TRIALS_VARIABLE } from '../support/trials.ts'
import { counted, type Proof } from './proof.ts'

const ROOT = join(import.meta.dirname, '../..')

interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly { readonly fullName: string; readonly failureMessages: string[] }[]
  }[]
}

/** Files of `npm test` that make only some of their trials there, with all of them. */
const wholeTests = (name: string, promise: string, files: readonly string[]): Proof => ({
  name,
  promise,
  async run({ quick, progress }) {
    progress(`running ${files.join(', ')}`)
    const env = quick ? process.env : { ...process.env, [ALL_TRIALS_VARIABLE]: 'yes' }
    const folder = mkdtempSync(join(tmpdir(), 'millrace-tests-'))
    const path = join(folder, 'report.json')
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${path}`]
    const options = { cwd: ROOT, env, stdio: 'ignore' } as const
    const [code] = await once(spawn(process.execPath, [...args, ...files], options), 'close')
    const report = JSON.parse(readFileSync(path, 'utf8')) as Report
    rmSync(folder, { recursive: true })
    const faults = report.testResults.flatMap(({ message, assertionResults }) => [
      ...(message === '' ? [] : [message]),
      ...assertionResults.flatMap(({ fullName, failureMessages }) =>
        failureMessages.map(failure => `${fullName}: ${failure}`),
      ),
    ])
    return {
      tried: `${counted(report.numPassedTests)} tests of ${files.join(' and ')}`,
      worst: faults.length === 0 ? 'none failed' : `${faults.length} failed`,
      faults: code !== 0 && faults.length === 0 ? ['the run of the tests failed'] : faults,
    }
  },
})

export const isolation = wholeTests(
  'isolation',
  'in 4,000 transactions and 3,000 requests of two organisations over the same connections, each has only its own',
  ['tests/api/isolation.test.ts'],
)

export const interleavings = wholeTests(
  'interleavings',
  'an event and the time that a run waits for, in 500 interleavings, take exactly one branch; and in 500 random workflows the simulator shows what the engine does',
  ['tests/engine/event-or-time.test.ts', 'tests/engine/simulation-equals-engine.test.ts'],
)

export const recipes = wholeTests(
  'recipes',
  'the types name every place of the recipe for a node type in CONTRIBUTING.md, and after it nothing is missing',
  ['tests/docs/recipes.test.ts'],
)

export const properties = wholeTests(
  'properties',
  'what holds for any document, condition, delivery, cursor, body and walk holds for five to ten times as many at random as in `npm test`',
  [
    'server/src/connections/mapping/map-delivery.test.ts',
    'server/src/http/edge/cursor.test.ts',
    'server/src/idempotency/idempotency.test.ts',
    'server/src/runs/walk/transition.test.ts',
    'server/src/workflows/condition.test.ts',
    'server/src/workflows/validation/validate-nodes.test.ts',
  ],
)
