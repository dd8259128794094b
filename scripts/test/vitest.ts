import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { seconds } from './step.ts'
import { StopTesting } from './stop.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

export interface Tally {
  passed: number
  failed: number
  skipped: number
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

/** Files that failed on a busy machine may be tried once more; when many did, it is not the machine. */
const MOST_AGAIN = 3

/**
 * Runs vitest with its output as it comes, and counts from its report. Whole files that failed are run once more by
 * themselves: a test that then passes is told as one that wants mending, but does not fail the run.
 */
export async function runVitest(args: string[]): Promise<Tally> {
  const began = Date.now()
  process.stdout.write('Tests …\n')
  return withTemporaryFolder(async folder => {
    const first = await attempt(args, folder)
    const again = first.failedFiles
    if (again.length === 0 || again.length > MOST_AGAIN) {
      process.stdout.write(`Tests … ${seconds(began)}\n`)
      return first
    }
    process.stdout.write(`\nOnce more, by themselves:\n  ${again.join('\n  ')}\n`)
    const second = await attempt(['--no-file-parallelism', ...again], folder)
    process.stdout.write(`Tests … ${seconds(began)}\n`)
    if (second.failed > 0) return { ...first, failed: second.failed }
    process.stdout.write(`Passed only the second time, and want mending:\n  ${again.join('\n  ')}\n`)
    return { ...first, passed: first.passed + first.failed, failed: 0 }
  })
}

async function attempt(args: string[], folder: string): Promise<Tally & { failedFiles: string[] }> {
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const status = await run([...args, ...reporters], folder)
  const report = readReport(file)
  const failedFiles = report.testResults
    .filter(result => result.status === 'failed')
    .map(result => relative(process.cwd(), result.name))
  return { ...count(report, status), failedFiles }
}

function run(args: string[], temporary: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
      stdio: 'inherit',
      env: { ...process.env, TMPDIR: temporary },
    })
    // Ctrl-C reaches vitest by itself; this process waits for it and clears up.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => vitest.kill('SIGTERM'))
    vitest.on('error', reject)
    vitest.on('close', status => resolve(status ?? 1))
  })
}

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    throw new StopTesting('The tests did not run to their end; the reason is above.')
  }
}

function count(report: Report, status: number): Tally {
  // A file that cannot even be loaded has no failed test of its own, but it did fail.
  const broken = report.testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  )
  const failed = report.numFailedTests + broken.length
  return {
    passed: report.numPassedTests,
    // An error outside of any test, such as an unhandled rejection, shows in the exit status only.
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}
