import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Child {
  readonly pid: number
  stop(): Promise<void>
}

/** A server in a process of its own, ready when its address answers: a script for Node, or a file that runs by itself. */
export async function startChild(
  [file, ...args]: [file: string, ...args: string[]],
  env: Record<string, string>,
  readyUrl: string,
  { within = 30_000, runsItself = false } = {},
): Promise<Child> {
  const [command, ...rest] = runsItself ? [file] : [process.execPath, file]
  const child = spawn(command, [...rest, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', chunk => {
    complaint += chunk
  })
  const deadline = Date.now() + within
  while (!(await answers(readyUrl))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(
        `${[file, ...args].join(' ')} did not get ready: ${complaint.trim() || 'no word from it'}`,
      )
    }
    await sleep(20)
  }
  return { pid: child.pid as number, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(2_000) })
    return true
  } catch {
    return false
  }
}
