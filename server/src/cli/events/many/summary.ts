import { printable } from '../../terminal/align.ts'
import { type ExitCode, exitCodes } from '../../terminal/failure.ts'
import type { LineFault, Tally } from './send-lines.ts'

const MOST_TOLD = 20

const number = new Intl.NumberFormat('en-GB')

/** What became of all the lines, in sentences. */
export function summarySentences(tally: Tally, dryRun: boolean): string[] {
  const { lines, stored, replayed, routed, refused, ended } = tally
  const taken = [
    `${number.format(stored)} ${dryRun ? 'would be stored' : 'stored'}`,
    ...(replayed === 0 ? [] : [`${number.format(replayed)} stored before`]),
    ...(refused.length === 0 ? [] : [`${number.format(refused.length)} refused`]),
  ]
  const again = 'Run the same command again: what is stored is not stored twice.'
  return [
    `${lines === 1 ? '1 line' : `${number.format(lines)} lines`}: ${taken.join(', ')}. ` +
      `${number.format(routed)} reached a workflow.`,
    ...refused.slice(0, MOST_TOLD).flatMap(faultLines),
    ...(refused.length > MOST_TOLD
      ? [`  and ${number.format(refused.length - MOST_TOLD)} more; --json tells all of them.`]
      : []),
    ...(ended === undefined ? [] : [`It ended before the end of the input: ${printable(ended.message)}`]),
    ...(ended === undefined && refused.length === 0
      ? []
      : [refused.length === 0 ? again : `Mend these lines. ${again}`]),
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

/** 1 as soon as one line was refused: a script must not take that for done. */
export function exitCodeOf({ ended, refused }: Tally): ExitCode {
  if (ended !== undefined) return ended.exitCode
  return refused.length === 0 ? exitCodes.ok : exitCodes.failed
}
