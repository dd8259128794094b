import { parseArgs } from 'node:util'

const USAGE = 'Give nothing, --inspect, or --inspect=PORT.\n'

/** The debugger's port from `--inspect` or `--inspect=9230`; undefined without the option. */
export function readInspect(args: readonly string[]): number | undefined {
  // parseArgs does not support options with an optional value.
  const whole = args.map(word => (word === '--inspect' ? '--inspect=9229' : word))
  try {
    const { inspect } = parseArgs({ args: whole, options: { inspect: { type: 'string' } } }).values
    if (inspect === undefined) return undefined
    if (/^\d+$/.test(inspect)) return Number(inspect)
  } catch {}
  process.stderr.write(USAGE)
  process.exit(2)
}
