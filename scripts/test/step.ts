import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { StopTesting } from './stop.ts'

export interface Step {
  readonly heading: string
  readonly program: string
  readonly args: readonly string[]
  /** What to do when it fails. */
  readonly otherwise: string
  readonly env?: NodeJS.ProcessEnv
}

/** Runs a program under a one-line heading with its time; its output is shown only when it fails. */
export async function runStep(step: Step): Promise<void> {
  process.stdout.write(`${step.heading} … `)
  await finish(step)
}

/** One for each processor at a time. No step begins after one has failed, and those under way are waited for. */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  const left = [...steps]
  const lane = async () => {
    try {
      for (let step = left.shift(); step; step = left.shift()) await finish(step, `${step.heading} … `)
    } catch (error) {
      left.length = 0
      throw error
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: availableParallelism() }, lane))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
}

async function finish(step: Step, heading = ''): Promise<void> {
  const began = Date.now()
  const { status, output } = await run(step)
  process.stdout.write(`${heading}${status === 0 ? '' : 'failed, '}${seconds(began)}\n`)
  if (status !== 0) throw new StopTesting(`${output.trim()}\n\n${step.heading} failed. ${step.otherwise}`)
}

export function seconds(began: number): string {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`
}

function run({ program, args, env }: Step): Promise<{ status: number; output: string }> {
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
