import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Proof } from './proof.ts'

const SCRIPT = join(import.meta.dirname, 'token-timing.ts')

export const tokenTiming: Proof = {
  name: 'token-timing',
  promise: 'the time of an answer does not show whether a client exists',
  async run({ quick, many, progress }) {
    const pairs = many({ quick: 100, hour: 600, whole: 1_500 })
    progress(`${pairs} pairs of requests`)
    const { code, output } = await run(process.execPath, [SCRIPT, String(pairs)])
    const difference = /^difference +(.+)$/m.exec(output)?.[1]
    if (difference === undefined || (code !== 0 && !quick)) {
      return { tried: `${pairs} pairs`, worst: '', faults: [output.trim()] }
    }
    const worst = quick ? 'too few for a figure' : `difference ${difference}`
    return { tried: `${pairs} pairs`, worst, faults: [] }
  },
}

function run(program: string, args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        output += chunk
      })
    }
    child.on('error', reject)
    child.on('close', code => resolve({ code, output }))
  })
}
