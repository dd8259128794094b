/** The result of a test run. */
export interface Report {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly files: readonly FileReport[]
}

export interface FileReport {
  readonly path: string
  readonly group: string
  /** Including the time to load its imports. */
  readonly ms: number
  readonly tests: readonly { readonly name: string; readonly ms: number }[]
}

/** Where the reporter, which runs inside vitest, writes the report. */
export const REPORT_VARIABLE = 'MILLRACE_TEST_REPORT'
