import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programOf } from '../support/bundled-programs.ts'

export const PROJECT = join(import.meta.dirname, '../..')

/** A folder that stands for the disk of an operator's machine, and a shell on it. */
export interface OperatorsMachine {
  readonly root: string
  /** Where a path of the document is here. */
  at(path: string): string
  /**
   * Runs commands as they are printed, but for the paths, which are in the folder, and for what `replaced` says. A
   * comment that asks the reader to do something may be replaced by what does it.
   */
  run(commands: string, replaced?: Readonly<Record<string, string>>): Promise<string>
  close(): Promise<void>
}

/** Paths of the documents that an operator's machine has. */
const PLACES = /(?<![\w.])\/(?=backup\b|opt\/millrace|etc\/|var\/lib\/postgresql)/g

/** What waits for something that never comes is ended. */
const LONGEST_MS = 240_000

/** `standIns` are scripts that stand before the programs of the same name. */
export function openOperatorsMachine(
  standIns: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>> = {},
): OperatorsMachine {
  const root = mkdtempSync(join(tmpdir(), 'millrace-machine-'))
  // Run as root, PostgreSQL is someone else, and has to pass through.
  chmodSync(root, 0o711)
  mkdirSync(join(root, 'bin'))
  for (const [name, script] of Object.entries(standIns)) {
    writeFileSync(join(root, 'bin', name), `#!/bin/bash\nset -eu\n${script}\n`, { mode: 0o755 })
  }
  const env = {
    ...variables,
    ROOT: root,
    PROJECT,
    PROGRAM: programOf('command'),
    PATH: `${join(root, 'bin')}:${variables.PATH ?? process.env.PATH}`,
    // With it each process of ours takes half of the time to start.
    NODE_COMPILE_CACHE: join(PROJECT, 'node_modules/.cache/millrace'),
  }
  return {
    root,
    at: path => join(root, path),
    async run(commands, replaced = {}) {
      let script = commands
      for (const [printed, here] of Object.entries(replaced)) {
        if (!script.includes(printed))
          throw new Error(`the commands no longer have "${printed}":\n${commands}`)
        script = script.replaceAll(printed, here)
      }
      script = script
        .replaceAll(PLACES, `${root}/`)
        .replaceAll('npx millrace', `"${process.execPath}" "$PROGRAM"`)
      const options = { cwd: root, env, maxBuffer: 2 ** 24, timeout: LONGEST_MS }
      return (
        await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], options)
      ).stdout.trim()
    },
    close: () => rm(root, { recursive: true, force: true }),
  }
}
