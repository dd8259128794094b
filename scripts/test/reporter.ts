import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { type FileReport, REPORT_VARIABLE, type Report } from './report.ts'

/** Counts the tests of a run, and notes how long each took. */
export default class ReportToFile implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const path = process.env[REPORT_VARIABLE]
    if (path === undefined) return
    const tests = modules.flatMap(module => [...module.children.allTests()])
    const count = (state: string) => tests.filter(test => test.result().state === state).length
    // A file that cannot be loaded has no failed test, but it did fail. The same goes for errors outside of any test.
    const broken = modules.filter(module => module.state() === 'failed' && !hasFailedTest(module))
    const report: Report = {
      passed: count('passed'),
      failed: count('failed') + broken.length + unhandledErrors.length,
      skipped: count('skipped'),
      files: modules.map(fileReport),
    }
    writeFileSync(path, JSON.stringify(report))
  }
}

const hasFailedTest = ({ children }: TestModule) => !children.allTests('failed').next().done

function fileReport(module: TestModule): FileReport {
  const { duration, collectDuration, setupDuration } = module.diagnostic()
  return {
    path: relative(process.cwd(), module.moduleId),
    group: module.project.name,
    ms: duration + collectDuration + setupDuration,
    tests: [...module.children.allTests()].map(test => ({
      name: test.name,
      ms: test.diagnostic()?.duration ?? 0,
    })),
  }
}
