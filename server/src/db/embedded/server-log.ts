import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#base/startup-error.ts'
import { printedTrouble } from './file-trouble.ts'

const ROTATE_AT = 16 * 1024 * 1024
const LINES_QUOTED = 5

/** PostgreSQL's own log in the data folder. This process opens it, so PostgreSQL's user needs no access to it. */
export interface ServerLog {
  path: string
  /** Passed to PostgreSQL as its output. */
  descriptor: number
  /** What was written since the log was opened. */
  written(): string
  /** The sentence for a failed start, from what the program printed or logged. */
  failure(sentence: string, printed?: string): StartupError
  close(): void
}

export function openServerLog(dataDir: string, clusterHome: string): ServerLog {
  const path = join(dataDir, 'postgres.log')
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_AT) renameSync(path, `${path}.1`)
  const descriptor = openSync(path, 'a', 0o600)
  const begin = fstatSync(descriptor).size
  const written = () => readFileSync(path).subarray(begin).toString('utf8')
  return {
    path,
    descriptor,
    written,
    failure(sentence, printed) {
      if (printed) writeQuietly(descriptor, printed)
      const output = printed ?? written()
      const known = printedTrouble(output, clusterHome)
      if (known) return known
      const last = output.trim().split('\n').slice(-LINES_QUOTED).join('\n  ')
      return new StartupError(
        `${sentence}; fix what the end of its log, ${path}, says, or set DATABASE_URL to a PostgreSQL of your ` +
          `own:\n  ${last}`,
      )
    },
    close: () => closeSync(descriptor),
  }
}

/** On a full disk the output cannot be written, and that must not hide the reason. */
function writeQuietly(descriptor: number, text: string): void {
  try {
    writeSync(descriptor, text)
  } catch {}
}
