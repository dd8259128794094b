import { spawn } from 'node:child_process'
import { SetupError } from './setup-error.mjs'

/**
 * Runs a program with its output held back, and one line on stderr that says what is happening. Resolves with the
 * exit status and the output, which the caller shows only when something went wrong.
 */
export async function runTask(sentence, program, args, options) {
  const began = Date.now()
  const stopTicking = startTicking(sentence, began)
  const { status, output } = await collect(program, args, options)
  stopTicking(status === 0 ? `${seconds(began)}` : 'failed')
  return { status, output }
}

function collect(program, args, options) {
  return new Promise((resolve, reject) => {
    const { onStarted, ...spawnOptions } = options
    const child = spawn(program, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe'] })
    if (child.pid !== undefined) onStarted?.(child.pid)
    let output = ''
    let interrupted
    // Ctrl-C in a terminal also reaches the child, but a `kill` of this process does not: it is passed on.
    const passOn = signal => {
      interrupted = signal
      child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, passOn)
    child.stdout.on('data', chunk => {
      output += chunk
    })
    child.stderr.on('data', chunk => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', status => {
      for (const signal of signals) process.off(signal, passOn)
      if (interrupted) reject(new SetupError('\nStopped. Run the same command again to continue.', 130))
      else resolve({ status, output })
    })
  })
}

function startTicking(sentence, began) {
  if (!process.stderr.isTTY) {
    process.stderr.write(`${sentence} …\n`)
    return () => {}
  }
  const draw = end => process.stderr.write(`\r\x1b[K${sentence} … ${end}`)
  const timer = setInterval(() => draw(seconds(began)), 1000)
  draw('')
  return end => {
    clearInterval(timer)
    draw(`${end}\n`)
  }
}

const seconds = began => `${Math.round((Date.now() - began) / 1000)} s`
