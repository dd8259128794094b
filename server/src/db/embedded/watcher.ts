import { spawn } from 'node:child_process'
import type { SystemUser } from './system-user.ts'

/**
 * A shell that does nothing but hold the other end of a pipe. However this process ends, the kernel closes its
 * end, the read fails, and the server gets its fast shutdown. A line, sent once the server has ended in order,
 * lets the shell go without a word. It runs as the server's user, so it can signal no one else's process, and it
 * ignores the signals that a service manager sends to everything at once.
 */
const SCRIPT = `trap '' INT TERM HUP; read -r line || kill -INT "$1"`

export function watchOver(pid: number, user: SystemUser): { dismiss(): void } {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'millrace-postgres-watcher', String(pid)], {
    ...user.ids,
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // If the shell was killed there is nobody to tell; the next start finds what is left.
  shell.stdin.on('error', () => {})
  shell.on('error', () => {})
  shell.unref()
  ;(shell.stdin as unknown as { unref(): void }).unref()
  return { dismiss: () => shell.stdin.end('stopped\n') }
}
