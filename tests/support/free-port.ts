import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort as anyFreePort } from '../../scripts/dev/free-port.ts'

/** Each user's own, because nobody can write into another's. */
const taken = join(tmpdir(), `millrace-ports-${process.getuid?.() ?? ''}`)

/** One listener for all notes: Node warns of a leak from the eleventh on. */
const notes = new Set<string>()
process.once('exit', () => {
  for (const note of notes) rmSync(note, { force: true })
})

/**
 * A free port that nothing else in this run is given. Many files run at the same time, and a server can take a minute
 * to open its port: until then only this says that the port is taken.
 */
export async function freePort(): Promise<number> {
  mkdirSync(taken, { recursive: true })
  for (;;) {
    const port = await anyFreePort()
    const note = join(taken, String(port))
    try {
      writeFileSync(note, '', { flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      continue
    }
    notes.add(note)
    return port
  }
}
