import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const PROJECT = join(import.meta.dirname, '../..')

/** Whole folders and not only what is imported: a new migration or a new route is to be noticed, too. */
const WATCHED = ['server/src', 'server/migrations', 'contract/src']

export interface WatchedServer {
  /** Resolves when the watching process ended. It outlives the server, and waits for a change when that one fails. */
  readonly ended: Promise<unknown>
  stop(): Promise<void>
}

/** `millrace serve`, restarted when one of its files changes. Node runs the sources, line for line. */
export function watchServer(options: {
  readonly inspect: number | undefined
  readonly env: Readonly<Record<string, string>>
}): WatchedServer {
  const flags = [
    ...WATCHED.map(path => `--watch-path=${join(PROJECT, path)}`),
    '--watch-preserve-output',
    ...(options.inspect === undefined ? [] : [`--inspect=${options.inspect}`]),
  ]
  const millrace = join(PROJECT, 'server/src/cli/millrace.ts')
  const child = spawn(process.execPath, [...flags, millrace, 'serve'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Out of the terminal's reach: Ctrl-C would come to the server twice, and the second ends it at once.
    detached: true,
    env: { ...process.env, ...options.env },
  })
  const ended = once(child, 'exit')
  return {
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
