import { Failure } from '../../terminal/failure.ts'
import { interrupted, type Outcome } from './deliver.ts'
import type { PreparedLine } from './prepare-line.ts'
import type { Line } from './read-lines.ts'

export interface LineFault {
  readonly line: number
  readonly status: number | null
  readonly code: string
  readonly message: string
  readonly errors: Readonly<Record<string, readonly string[]>>
}

export interface Tally {
  /** Lines that were settled. */
  lines: number
  /** Of the input, up to the last line that was settled. */
  bytes: number
  stored: number
  /** Stored by an earlier run, and not again. */
  replayed: number
  routed: number
  readonly refused: LineFault[]
  /** Why it was ended before the end of the input. */
  ended: Failure | undefined
}

export interface Sending {
  readonly concurrency: number
  /** The event of a line, or what is wrong with it. */
  prepare(line: Line): PreparedLine | { readonly fault: string }
  deliver(line: PreparedLine): Promise<Outcome>
  /** Ends it after what is on its way: by Ctrl-C, or by a fault that is not the line's. */
  readonly stop: AbortController
  onSettled(tally: Tally): void
}

/** With the wrong file, or a key of another organisation, a million refused lines help nobody. */
const MOST_REFUSED = 1_000

const allRefused = () =>
  new Failure(`None of the first ${MOST_REFUSED} lines was accepted. Is this the right file?`)

/** Sends the lines, several at a time. Ends early when the fault is not that of a single line. */
export async function sendLines(
  lines: AsyncIterable<Line>,
  { concurrency, prepare, deliver, stop, onSettled }: Sending,
): Promise<Tally> {
  const tally: Tally = {
    lines: 0,
    bytes: 0,
    stored: 0,
    replayed: 0,
    routed: 0,
    refused: [],
    ended: undefined,
  }
  const source = lines[Symbol.asyncIterator]()
  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      const next = await source.next()
      // A line cut off by the end of the input is not sent.
      if (next.done || stop.signal.aborted) return
      const line = next.value
      const prepared = prepare(line)
      if ('fault' in prepared) tally.refused.push(unreadable(line.number, prepared.fault))
      else {
        const outcome = await deliver(prepared)
        if (outcome.kind === 'unsent') {
          tally.ended ??= outcome.why
          return stop.abort()
        }
        count(tally, line.number, outcome)
      }
      tally.lines += 1
      tally.bytes = Math.max(tally.bytes, line.end)
      onSettled(tally)
      if (tally.stored + tally.replayed === 0 && tally.refused.length >= MOST_REFUSED) {
        tally.ended ??= allRefused()
        stop.abort()
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  if (stop.signal.aborted) tally.ended ??= interrupted()
  tally.refused.sort((a, b) => a.line - b.line)
  return tally
}

function count(tally: Tally, line: number, outcome: Exclude<Outcome, { kind: 'unsent' }>): void {
  if (outcome.kind === 'stored') {
    if (outcome.replayed) tally.replayed += 1
    else tally.stored += 1
    if (outcome.routed) tally.routed += 1
    return
  }
  const { status = null, code = 'refused', message, errors = {} } = outcome.error
  tally.refused.push({ line, status, code, message, errors })
}

const unreadable = (line: number, fault: string): LineFault => ({
  line,
  status: null,
  code: 'unreadable_line',
  message: `The line ${fault}.`,
  errors: {},
})
