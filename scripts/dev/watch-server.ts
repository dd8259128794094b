import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const PROJECT = join(import.meta.dirname, '../..')

/** Whole folders, not only what is imported: a new migration or a new route has to be noticed, too. */
const WATCHED = ['server/src', 'server/migrations', 'contract/src']

export interface WatchedServer {
  /**
   * Resolves when the watching process has ended. It outlives the server, and waits for a change when the server
   * fails.
   */
  readonly ended: Promise<unknown>
  stop(): Promise<void>
}

/** `millrace serve`, restarted when one of its files changes. Node runs the sources directly. */
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
    // Detached from the terminal: Ctrl-C would reach the server twice, and the second one ends it at once.
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
