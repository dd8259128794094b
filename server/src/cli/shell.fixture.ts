import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRuns } from '#runs/runs.fixture.ts'
import { atTerminal, type Seen } from './at-terminal.fixture.ts'

type Runs = Awaited<ReturnType<typeof openRuns>>

export interface Shell {
  readonly runs: Runs
  /** For files of the tests; the data folder of the commands. */
  readonly folder: string
  millrace(...words: string[]): Promise<Seen>
  close(): Promise<void>
}

/** A terminal for the commands of a group, with an organisation in a separate database. */
export async function openShell(
  group: string,
  prepared: Parameters<typeof openRuns>[0] & { readonly url: string },
): Promise<Shell> {
  const runs = await openRuns(prepared)
  const folder = mkdtempSync(join(tmpdir(), `millrace-${group}-`))
  const env = { DATABASE_URL: prepared.url, MILLRACE_DATA_DIR: folder }
  return {
    runs,
    folder,
    millrace: (...words) => atTerminal([group, ...words], env),
    async close() {
      rmSync(folder, { recursive: true })
      await runs.close()
    },
  }
}
