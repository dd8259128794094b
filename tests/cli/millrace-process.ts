import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { programOf } from '../support/bundled-programs.ts'

const MILLRACE = programOf('command')

export interface Ended {
  exitCode: number | null
  stdout: string
  stderr: string
}

export type Variables = Record<string, string>

/** Runs the command as a person would, and waits for its end. */
export async function millrace(args: string[], variables: Variables, input = ''): Promise<Ended> {
  const { child, output } = begin(args, variables)
  child.stdin?.end(input)
  const [exitCode] = await once(child, 'close')
  return { exitCode, ...output }
}

export interface Serving {
  child: ChildProcess
  output: { stdout: string; stderr: string }
  /** Sends the signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<Ended>
}

/** Starts `serve` and waits for its block of addresses. */
export async function serve(variables: Variables, args: string[] = []): Promise<Serving> {
  const { child, output } = begin(['serve', ...args], variables)
  const closed = once(child, 'close')
  while (!/Stop .*\n/.test(output.stdout)) {
    const event = await Promise.race([
      once(child.stdout as NodeJS.ReadableStream, 'data'),
      closed.then(() => 'end'),
    ])
    if (event === 'end') throw new Error(`it ended before it was ready: ${output.stderr}`)
  }
  return {
    child,
    output,
    async stop(signal) {
      child.kill(signal)
      const [exitCode] = await closed
      return { exitCode, ...output }
    },
  }
}

/** Begins to run it; what it prints is collected. */
export function begin(args: string[], variables: Variables) {
  // Nothing of this run's own environment but the path: a variable set by chance would decide the outcome.
  const child = spawn(process.execPath, [MILLRACE, ...args], {
    env: { PATH: process.env.PATH ?? '', ...variables },
    stdio: 'pipe',
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', chunk => {
    output.stdout += chunk
  })
  child.stderr.on('data', chunk => {
    output.stderr += chunk
  })
  return { child, output }
}
