import { appendFileSync } from 'node:fs'
import { StartupError } from '#base/startup-error.ts'
import type { Config } from '#config/config.ts'
import { isUnavailable } from '#db/unavailable.ts'
import { type ExitCode, exitCodes, Failure } from './failure.ts'

/** The sentence for an error. One that nobody foresaw goes into the log with its stack, and the sentence says where. */
export function explainError(
  error: unknown,
  config: Pick<Config, 'log'> | undefined,
): { message: string; exitCode: ExitCode } {
  if (error instanceof Failure) return { message: error.message, exitCode: error.exitCode }
  if (error instanceof StartupError) return { message: error.message, exitCode: exitCodes.failed }
  if (isUnavailable(error)) {
    return {
      message: 'The database stopped answering. Find the reason with: npx millrace doctor',
      exitCode: exitCodes.failed,
    }
  }
  const { stack } = error instanceof Error ? error : new Error(String(error))
  const message = wordsOf(error)
  const more = config && keptInLog(config.log, { message, stack }) ? ` See the log: ${config.log}` : ''
  return {
    message: `Something went wrong: ${message.replace(/\.$/, '')}.${more}`,
    exitCode: exitCodes.failed,
  }
}

/** Some errors of the system have no words but a code, and those of several attempts only those of each. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.message === '')
    return [...new Set(error.errors.map(wordsOf))].join('; ')
  const { code } = error as NodeJS.ErrnoException
  const said = error.message.replace(/^[\s,:.]+/, '')
  return said === '' || said === 'Unknown error' ? `${error.name}${code ? ` (${code})` : ''}` : said
}

/** Not on stdout, which is for data; and a log that cannot be written must not hide the error itself. */
function keptInLog(log: string, err: { message: string; stack: string | undefined }): boolean {
  if (log === 'stdout') return false
  const line = { level: 50, time: new Date().toISOString(), pid: process.pid, err, msg: 'a command failed' }
  try {
    appendFileSync(log, `${JSON.stringify(line)}\n`)
    return true
  } catch {
    return false
  }
}
