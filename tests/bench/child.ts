import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { PATIENCE_MS } from '../support/patience.ts'

export interface Child {
  readonly pid: number
  stop(): Promise<void>
}

const living = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

/** Something to ask a server: the address to read, or what is posted to it. */
export type Question = string | { readonly url: string; readonly body: string }

/**
 * A server in its own process: a script for Node, or a file that runs by itself. It is ready when it has answered
 * the question with success. That something listens is not enough: Node-RED answers 404 while it reads its flows.
 * The time is generous, because a busy machine takes long; a server that never gives the answer is reported.
 */
export async function startChild(
  [file, ...args]: [file: string, ...args: string[]],
  env: Record<string, string>,
  question: Question,
  { within = PATIENCE_MS, runsItself = false, flags = [] as readonly string[] } = {},
): Promise<Child> {
  const [command, ...rest] = runsItself ? [file] : [process.execPath, ...flags, file]
  const child = spawn(command, [...rest, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  living.add(child)
  child.once('exit', () => living.delete(child))
  let complaint = ''
  child.stderr.on('data', chunk => {
    complaint += chunk
  })
  const deadline = Date.now() + within
  while (!(await answers(question))) {
    if (hasEnded(child) || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(
        `${[file, ...args].join(' ')} did not get ready: ${complaint.trim() || 'no word from it'}`,
      )
    }
    await sleep(20)
  }
  return { pid: child.pid as number, stop: () => stop(child) }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export async function answers(question: Question): Promise<boolean> {
  const [url, posted] =
    typeof question === 'string'
      ? [question, {}]
      : [
          question.url,
          { method: 'POST', body: question.body, headers: { 'content-type': 'application/json' } },
        ]
  try {
    const { ok } = await fetch(url, { ...posted, signal: AbortSignal.timeout(2_000) })
    return ok
  } catch {
    return false
  }
}
