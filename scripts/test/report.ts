/** What a run of the tests came to. */
export interface Report {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly files: readonly FileReport[]
}

export interface FileReport {
  readonly path: string
  readonly group: string
  /** With the loading of what it imports. */
  readonly ms: number
  readonly tests: readonly { readonly name: string; readonly ms: number }[]
}

/** Where the reporter, which runs inside of vitest, leaves the report. */
export const REPORT_VARIABLE = 'MILLRACE_TEST_REPORT'
