import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seconds } from './step.ts'
import { StopTesting } from './stop.ts'

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
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Runs vitest with its output as it comes, and counts from its report. */
export async function runVitest(args: string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-report-'))
  const reportFile = join(folder, 'report.json')
  const began = Date.now()
  process.stdout.write('Tests …\n')
  try {
    const status = await run([
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
    ])
    process.stdout.write(`Tests … ${seconds(began)}\n`)
    return count(readReport(reportFile), status)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
      stdio: 'inherit',
    })
    // Ctrl-C reaches vitest by itself and it cleans up; this process waits for it.
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
