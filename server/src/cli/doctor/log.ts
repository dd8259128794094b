import { existsSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { existingFolder, tryToWrite } from './try-to-write.ts'
import { failed, ok, type Verdict } from './verdict.ts'

/** Where the log goes. A missing file is created with its folders. */
export async function checkLog(log: string): Promise<Verdict> {
  if (log === 'stdout') return ok('to stdout')
  const trouble = await (existsSync(log) ? tryToAppend(log) : tryToWrite(existingFolder(dirname(log))))
  if (trouble === undefined) return ok(log)
  return failed(
    `${log} is not writable (${trouble})`,
    'Make it writable for the user that runs Millrace, or set MILLRACE_LOG to another file or to stdout.',
  )
}

const tryToAppend = (path: string): Promise<string | undefined> =>
  appendFile(path, '').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  )
