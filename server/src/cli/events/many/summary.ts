import { printable } from '../../terminal/align.ts'
import { type ExitCode, exitCodes } from '../../terminal/failure.ts'
import type { LineFault, Tally } from './send-lines.ts'

const MOST_LISTED = 20

const number = new Intl.NumberFormat('en-GB')

/** The totals in sentences. */
export function summarySentences(tally: Tally, dryRun: boolean): string[] {
  const { lines, stored, replayed, routed, refused, ended } = tally
  const counts = [
    `${number.format(stored)} ${dryRun ? 'would be stored' : 'stored'}`,
    ...(replayed === 0 ? [] : [`${number.format(replayed)} stored earlier`]),
    ...(refused.length === 0 ? [] : [`${number.format(refused.length)} rejected`]),
  ]
  const again = 'Run the same command again: nothing is stored twice.'
  return [
    `${lines === 1 ? '1 line' : `${number.format(lines)} lines`}: ${counts.join(', ')}. ` +
      `${number.format(routed)} matched a workflow.`,
    ...refused.slice(0, MOST_LISTED).flatMap(faultLines),
    ...(refused.length > MOST_LISTED
      ? [`  and ${number.format(refused.length - MOST_LISTED)} more; --json lists all of them.`]
      : []),
    ...(ended === undefined ? [] : [`Stopped before the end of the input: ${printable(ended.message)}`]),
    ...(ended === undefined && refused.length === 0
      ? []
      : [refused.length === 0 ? again : `Fix these lines. ${again}`]),
  ]
}

const faultLines = ({ line, message, errors }: LineFault) => [
  printable(`  line ${line}: ${message}`),
  ...Object.entries(errors).map(([field, faults]) => printable(`    ${field}: ${faults.join(' ')}`)),
]

export const summaryForScripts = ({ bytes: _bytes, ended, ...tally }: Tally, dryRun: boolean) => ({
  ...tally,
  dry_run: dryRun,
  complete: ended === undefined,
  ended_by: ended?.message ?? null,
})

/** 1 as soon as one line was rejected: a script must not take that for success. */
export function exitCodeOf({ ended, refused }: Tally): ExitCode {
  if (ended !== undefined) return ended.exitCode
  return refused.length === 0 ? exitCodes.ok : exitCodes.failed
}
