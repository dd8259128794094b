import { spawn } from 'node:child_process'
import { StopTesting } from './stop.ts'

export interface StepOptions {
  /** What to do when it fails. */
  otherwise: string
  env?: NodeJS.ProcessEnv
}

/** Runs a program under a one-line heading with its time; its output is shown only when it fails. */
export async function runStep(
  heading: string,
  program: string,
  args: string[],
  options: StepOptions,
): Promise<void> {
  const began = Date.now()
  process.stdout.write(`${heading} … `)
  const { status, output } = await run(program, args, options.env)
  process.stdout.write(`${status === 0 ? '' : 'failed, '}${seconds(began)}\n`)
  if (status !== 0) throw new StopTesting(`${output.trim()}\n\n${heading} failed. ${options.otherwise}`)
}

export function seconds(began: number): string {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`
}

function run(
  program: string,
  args: string[],
  env = process.env,
): Promise<{ status: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', chunk => {
      output += chunk
    })
    child.stderr.on('data', chunk => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', status => resolve({ status: status ?? 1, output }))
  })
}
