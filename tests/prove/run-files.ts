import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly { readonly fullName: string; readonly failureMessages: string[] }[]
  }[]
}

/** Runs files of `npm test`, or what vitest is asked for otherwise, with these variables besides those of this process. */
export async function runFiles(
  files: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<{ passed: number; faults: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-tests-'))
  const path = join(folder, 'report.json')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${path}`]
  const options = { cwd: ROOT, env: { ...process.env, ...variables }, stdio: 'ignore' } as const
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
    passed: report.numPassedTests,
    faults: code !== 0 && faults.length === 0 ? ['the run of the tests failed'] : faults,
  }
}
