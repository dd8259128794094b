import { Failure } from '../../terminal/failure.ts'
import { interrupted, type Outcome } from './deliver.ts'
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
  prepare(line: Line): { readonly body: string } | { readonly fault: string }
  deliver(body: string): Promise<Outcome>
  /** Ends it after what is on its way: somebody from outside, or a fault that is not one of the line. */
  readonly stop: AbortController
  onSettled(tally: Tally): void
}

/** Whoever sends the wrong file, or with the wrong key, does not want to read of a million lines. */
const MOST_IN_VAIN = 1_000

const inVain = () => new Failure(`None of the first ${MOST_IN_VAIN} lines was taken. Is this the right file?`)

/** Sends the lines, several at a time. Ends early when something is wrong that is not wrong with one line alone. */
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
      // A line that the end came in the middle of is no line.
      if (next.done || stop.signal.aborted) return
      const line = next.value
      const prepared = prepare(line)
      if ('fault' in prepared) tally.refused.push(unreadable(line.number, prepared.fault))
      else {
        const outcome = await deliver(prepared.body)
        if (outcome.kind === 'unsent') {
          tally.ended ??= outcome.why
          return stop.abort()
        }
        count(tally, line.number, outcome)
      }
      tally.lines += 1
      tally.bytes = Math.max(tally.bytes, line.end)
      onSettled(tally)
      if (tally.stored + tally.replayed === 0 && tally.refused.length >= MOST_IN_VAIN) {
        tally.ended ??= inVain()
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
  const { status, problem } = outcome
  tally.refused.push({
    line,
    status,
    code: problem.code ?? 'refused',
    message: problem.message ?? `Refused with status ${status}.`,
    errors: problem.errors ?? {},
  })
}

const unreadable = (line: number, fault: string): LineFault => ({
  line,
  status: null,
  code: 'unreadable_line',
  message: `The line ${fault}.`,
  errors: {},
})
