import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { programOf } from './bundled-programs.ts'

export interface Ended {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** One process that runs all command lines of a test file. How `millrace` begins, reads and ends as a process is tried in tests/cli. */
export interface Resident {
  /** A function of bash with which `npx millrace` is `millrace`. Input has to be given, or be empty. */
  readonly shell: string
  /** One command line, with these variables and nothing else of the environment but the path. */
  millrace(
    args: readonly string[],
    variables: Readonly<Record<string, string>>,
    input?: string,
  ): Promise<Ended>
  close(): Promise<void>
}

export function openResident(): Resident {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-resident-'))
  execFileSync('mkfifo', [join(folder, 'asked')])
  const child = spawn(process.execPath, [programOf('resident'), folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const closed = once(child, 'close')
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const shell = `
      millrace() {
        local at status
        at=$(mktemp -d '${folder}/XXXXXX')
        mkfifo "$at/ended"
        cat >"$at/input"
        printf '%s\\0' "$PWD" "$@" >"$at/words"
        env -0 >"$at/variables"
        echo "$at" >'${folder}/asked'
        read -r status <"$at/ended"
        cat "$at/stdout"
        cat "$at/stderr" >&2
        return "$status"
      }
    `
  return {
    shell,
    async millrace(args, variables, input = '') {
      const asking = spawn('bash', ['--norc', '-euc', `${shell}\nmillrace "$@"`, 'bash', ...args], {
        env: { PATH: process.env.PATH, ...variables },
        stdio: 'pipe',
      })
      asking.stdin.end(input)
      const [stdout, stderr, [exitCode]] = await Promise.all([
        text(asking.stdout),
        text(asking.stderr),
        once(asking, 'close'),
      ])
      return { exitCode, stdout, stderr }
    },
    async close() {
      process.off('exit', end)
      end()
      await closed
      rmSync(folder, { recursive: true })
    },
  }
}
