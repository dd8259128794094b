import { isRecord } from '../record.ts'
import type { Fault } from './fault.ts'

const offsets = ['days_before', 'days_after', 'hours_before', 'hours_after'] as const

/** What the parts of a date say together. Each of them is checked by its schema. */
export function dateFaults(document: unknown): Fault[] {
  const trigger = isRecord(document) ? document.trigger : undefined
  const date = isRecord(trigger) ? trigger.date : undefined
  if (!isRecord(date)) return []
  const [first, second] = offsets.filter(name => date[name] !== undefined)
  const isHourly = first?.startsWith('hours') === true
  const fault = (field: string, message: string, wrong: boolean): Fault[] =>
    wrong ? [{ path: `trigger.date.${field}`, message }] : []
  const isTwice = second !== undefined
  return [
    ...fault(
      'attribute',
      'Name the attribute with the date, or a fact: first_visit or last_visit.',
      date.attribute === undefined && date.fact === undefined,
    ),
    ...fault(
      'fact',
      'The date is an attribute or a fact, not both.',
      date.attribute !== undefined && date.fact !== undefined,
    ),
    ...fault(second ?? '', bothWays(first, second), isTwice),
    ...fault(
      first ?? '',
      'A visit is known only when it has happened: choose a time after it.',
      !isTwice && date.fact !== undefined && first?.endsWith('before') === true && date.repeats !== 'yearly',
    ),
    ...fault(
      'repeats',
      'Hours are counted from the date itself: it cannot repeat. Use days for an anniversary.',
      !isTwice && isHourly && date.repeats === 'yearly',
    ),
    ...fault(
      'time',
      'Hours are counted from the moment of the date: remove the time of day.',
      !isTwice && isHourly && date.time !== undefined,
    ),
    ...fault('time', 'The field "time" is missing.', !isTwice && !isHourly && date.time === undefined),
  ]
}

const bothWays = (first = '', second = '') =>
  first.startsWith('days') && second.startsWith('days')
    ? 'A trigger is so many days before the date or after it, not both.'
    : 'A trigger has one distance from the date: days or hours, before it or after it.'
