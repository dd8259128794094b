import { spawn } from 'node:child_process'
import type { SystemUser } from './system-user.ts'

/**
 * A shell that only holds the other end of a pipe. However this process ends, the kernel closes its end, the read
 * fails, and the server gets its fast shutdown. A line, sent after the server has ended in an orderly way, lets the
 * shell exit silently. It runs as the server's user, so it can signal no other user's process, and it ignores the
 * signals that a service manager sends to all processes at once.
 */
const SCRIPT = `trap '' INT TERM HUP; read -r line || kill -INT "$1"`

export function watchOver(pid: number, user: SystemUser): { dismiss(): void } {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'millrace-postgres-watcher', String(pid)], {
    ...user.ids,
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // If the shell was killed, nothing can be sent; the next start finds what is left.
  shell.stdin.on('error', () => {})
  shell.on('error', () => {})
  shell.unref()
  ;(shell.stdin as unknown as { unref(): void }).unref()
  return { dismiss: () => shell.stdin.end('stopped\n') }
}
