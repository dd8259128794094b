import type { RunStep } from '@millrace/contract/dashboard/runs'
import { dateFormat } from '../../language/format.ts'
import { t } from '../../language/words.ts'

export interface StepTime {
  /** When it began: with the day at the first step and wherever the day changes. */
  readonly began: string
  /** How long it took, where that says something. */
  readonly took: string | undefined
}

type TimedStep = Pick<RunStep, 'started_at' | 'finished_at' | 'type'>

/** Shorter steps all take about the same: the time of one commit. */
const WORTH_SAYING_MS = 1_000

/** A run may take milliseconds or months, so each step says its time instead of its place on an axis. */
export function stepTimes(steps: readonly TimedStep[], now: number, zone: string | undefined): StepTime[] {
  const days = dateFormat({ day: 'numeric', month: 'short' }, zone)
  const clock = dateFormat({ timeStyle: 'medium' }, zone)
  let day = ''
  return steps.map(step => {
    const began = Date.parse(step.started_at)
    const before = day
    day = days.format(began)
    const time = clock.format(began)
    return { began: day === before ? time : `${day}, ${time}`, took: tookInWords(step, now) }
  })
}

function tookInWords({ started_at, finished_at, type }: TimedStep, now: number): string | undefined {
  const end = finished_at === null ? now : Date.parse(finished_at)
  const length = end - Date.parse(started_at)
  if (length < WORTH_SAYING_MS) return undefined
  const words = lengthInWords(length)
  if (finished_at === null) return t`${words} so far`
  return type.startsWith('wait') ? t`waited ${words}` : t`took ${words}`
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
