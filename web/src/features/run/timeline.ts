import type { RunStep } from '@millrace/contract/dashboard/runs'

export interface Span {
  /** Of the whole axis, in percent. */
  readonly from: number
  readonly width: number
}

type TimedStep = Pick<RunStep, 'started_at' | 'finished_at'>

const NARROWEST = 0.6

/** The position of a span on the time axis of the run. */
export function spanOf(from: string, to: string | null, axis: { begin: number; end: number }): Span {
  const length = Math.max(1, axis.end - axis.begin)
  const place = (at: number) => Math.min(100, Math.max(0, ((at - axis.begin) / length) * 100))
  const start = place(Date.parse(from))
  const end = place(to === null ? axis.end : Date.parse(to))
  const width = Math.max(NARROWEST, end - start)
  return { from: Math.min(start, 100 - width), width }
}

/** From the first step to the end of the last, or to now while the run continues. */
export function axisOf(steps: readonly TimedStep[], now: number): { begin: number; end: number } {
  const begins = steps.map(({ started_at }) => Date.parse(started_at))
  const ends = steps.map(({ finished_at }) => (finished_at === null ? now : Date.parse(finished_at)))
  return { begin: Math.min(...begins), end: Math.max(...begins, ...ends) }
}

const units: readonly [string, number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]

/** In the largest unit that fits, as 3 ms or 2.5 h. */
export function lengthInWords(milliseconds: number): string {
  const [unit, size] = units.find(([, length]) => milliseconds >= length) ?? ['ms', 1]
  const amount = milliseconds / size
  return `${amount >= 10 || size === 1 ? Math.round(amount) : Math.round(amount * 10) / 10} ${unit}`
}
