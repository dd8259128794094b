import type { Bucket } from '@millrace/contract/dashboard/home'
import { number } from '../../language/format.ts'
import { meaning, t } from '../../language/words.ts'

export type Numbers = Omit<Bucket, 'from'>

/** Something that is counted: how much of it there was, and how much of that was bad. */
export interface Figure {
  readonly name: string
  readonly badName: string
  all(numbers: Numbers): number
  bad(numbers: Numbers): number
  /** Where there is nothing bad. */
  readonly noneBad: string
}

const sum = (numbers: Readonly<Record<string, number>>) =>
  Object.values(numbers).reduce((total, number) => total + number, 0)

export const figures: readonly Figure[] = [
  {
    name: t`Events`,
    badName: t`Unmatched`,
    all: ({ events }) => sum(events),
    bad: ({ events }) => events.unrouted,
    noneBad: t`All matched`,
  },
  {
    name: t`Runs`,
    badName: meaning('runs')`Cancelled`,
    all: ({ runs }) => sum(runs),
    bad: ({ runs }) => runs.cancelled,
    noneBad: t`None cancelled`,
  },
  {
    name: t`Failures`,
    badName: t`By an error`,
    all: ({ runs }) => runs.failed + runs.failure,
    bad: ({ runs }) => runs.failed,
    noneBad: t`No errors`,
  },
  {
    name: t`Messages`,
    badName: t`Not delivered`,
    all: ({ messages }) => Object.values(messages).reduce((total, counts) => total + sum(counts), 0),
    bad: ({ messages }) =>
      Object.values(messages).reduce(
        (total, { failed = 0, undelivered = 0 }) => total + failed + undelivered,
        0,
      ),
    noneBad: t`None undelivered`,
  },
  {
    name: t`Points`,
    badName: t`Taken away`,
    all: ({ points }) => points.awarded,
    bad: ({ points }) => points.taken,
    noneBad: t`None taken away`,
  },
]

/** As in "+12 %" or "−3 %"; nothing where there was nothing before to compare with. */
export function changeInWords(now: number, before: number): string | undefined {
  if (before === 0) return undefined
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return '±0 %'
  return `${percent > 0 ? '+' : '−'}${number(Math.abs(percent))} %`
}
