import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Set by `npm run prove`: the folder for what each staple took. */
export const BUILD_REPORTS_VARIABLE = 'MILLRACE_BUILD_REPORTS'

export interface BuildReport {
  readonly key: string
  /** Clicks, texts and choices, from the list of workflows until it is live. */
  readonly actions: number
  readonly seconds: number
}

export function writeReport(report: BuildReport): void {
  const folder = process.env[BUILD_REPORTS_VARIABLE]
  if (folder !== undefined) writeFileSync(join(folder, `${report.key}.json`), JSON.stringify(report))
}

export const readReports = (folder: string): BuildReport[] =>
  globSync(join(folder, '*.json'))
    .sort()
    .map(file => JSON.parse(readFileSync(file, 'utf8')) as BuildReport)
