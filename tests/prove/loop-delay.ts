import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureChromium } from '../../scripts/test/chromium.ts'
import { LONGEST_HOLD_MS } from '../support/longest-stretch.ts'
import type { LoopReport } from '../support/watch-loop.ts'
import { LOOP_REPORTS_VARIABLE } from '../support/watched-millrace.ts'
import { counted, type Proof } from './proof.ts'

const ROOT = join(import.meta.dirname, '../..')

export const loopDelay: Proof = {
  name: 'loop-delay',
  promise: `whatever the tests of the API and of the dashboard ask for, no request holds the process for ${LONGEST_HOLD_MS} ms, not even the first of its kind`,
  async run({ quick, progress }) {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-loops-'))
    try {
      progress('running the tests of the API and of the dashboard')
      const files = quick ? ['tests/api/management-settings', 'tests/browser/keyboard'] : []
      const env = { ...process.env, CHROME_PATH: await ensureChromium(), [LOOP_REPORTS_VARIABLE]: folder }
      const results = join(folder, 'results')
      const reported = ['--reporter', 'json', '--outputFile', results]
      // One file at a time: where two threads share a core, the same work takes up to twice the processor's time.
      const oneByOne = ['--maxWorkers', '1']
      const given = ['run', '--project', 'api', '--project', 'browser', ...oneByOne, ...reported, ...files]
      const options = { cwd: ROOT, env, stdio: 'ignore' } as const
      const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...given], options)
      const [code] = await once(child, 'close')
      const reports = globSync(join(folder, '*.json')).map(
        file => JSON.parse(readFileSync(file, 'utf8')) as LoopReport,
      )
      const outcome = summary(reports)
      const failed = code === 0 ? [] : failedTests(results)
      return { ...outcome, faults: [...outcome.faults, ...failed] }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

interface Results {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** A file that cannot be read as a whole has no tests to name. */
function failedTests(results: string): string[] {
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as Results
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const named = failed.length > 0 ? failed.map(({ fullName }) => fullName) : [message]
      return named.map(test => `a test failed: ${relative(ROOT, name)}: ${test}`)
    })
}

function summary(reports: readonly LoopReport[]) {
  const holds = reports.flatMap(report => report.holds)
  const sum = (of: (report: LoopReport) => number) => reports.reduce((all, report) => all + of(report), 0)
  const faults = holds
    .filter(hold => hold.requests > 0 && hold.ms / hold.requests >= LONGEST_HOLD_MS)
    .map(
      ({ ms, kinds, first }) =>
        `${Math.round(ms)} ms${first ? ', the first of its kind' : ''}: ${kinds.join(', ')}`,
    )
  const tried = `${counted(sum(({ requests }) => requests))} requests of ${counted(reports.length)} servers, ${counted(sum(({ turns }) => turns))} turns of their loops`
  const longest = Math.max(0, ...reports.map(({ longestMs }) => longestMs))
  const worst = `the longest turn of a loop took ${Math.round(longest)} ms`
  return { tried, worst, faults }
}
