import type { dateFormats } from '@millrace/contract/guest-import'
import { readMoment as momentAt } from '#calendar/read-moment.ts'
import type { AttributeType } from './columns.ts'

/** A cell of a CSV file is text; in JSON it may be a number or a boolean. */
export type Cell = string | number | boolean

export type DateFormat = (typeof dateFormats)[number]

/** The value, or what is wrong with it. */
export type ReadCell<T> = { readonly value: T } | { readonly fault: string }

export const isBlank = (cell: Cell) => typeof cell === 'string' && cell.trim() === ''

export function unstorableFault(cell: Cell): string | undefined {
  if (typeof cell !== 'string') return undefined
  if (!cell.isWellFormed()) return 'must be well-formed Unicode text'
  return cell.includes('\0') ? 'must not contain the NUL character' : undefined
}

const yes = new Set(['yes', 'y', 'true', '1'])
const no = new Set(['no', 'n', 'false', '0'])

export function readFlag(cell: Cell): ReadCell<boolean> {
  const word = String(cell).trim().toLowerCase()
  if (yes.has(word)) return { value: true }
  return no.has(word) ? { value: false } : { fault: 'must be yes or no' }
}

/** A billion is more than any guest has, and stays exact. */
const MOST_POINTS = 1_000_000_000

export function readPoints(cell: Cell): ReadCell<number> {
  const text = String(cell).trim()
  const value = Number(text)
  return /^\d{1,10}$/.test(text) && value <= MOST_POINTS
    ? { value }
    : { fault: 'must be a whole number from 0 to 1,000,000,000' }
}

const patterns: Readonly<Record<DateFormat, RegExp>> = {
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  'DD/MM/YYYY': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
  'MM/DD/YYYY': /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  'DD.MM.YYYY': /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
}

/** A date as YYYY-MM-DD. */
export function readDate(cell: Cell, format: DateFormat): ReadCell<string> {
  const fault = { fault: `must be a date, written as ${format}` }
  const { year, month, day } = patterns[format].exec(String(cell).trim())?.groups ?? {}
  if (year === undefined || month === undefined || day === undefined) return fault
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  // A day that a month does not have would become one of the next month.
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? fault : { value: date }
}

const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

/** A moment with its time zone, or a date, which counts from its first moment in UTC. */
export function readMoment(cell: Cell, format: DateFormat): ReadCell<string> {
  const text = String(cell).trim()
  if (moment.test(text) && !Number.isNaN(Date.parse(text))) return { value: new Date(text).toISOString() }
  const date = readDate(text, format)
  if ('value' in date) return { value: `${date.value}T00:00:00.000Z` }
  return { fault: `must be a date, written as ${format}, or a moment such as 2026-03-01T10:00:00Z` }
}

const DATE_AND_TIME = /^(?<date>\S+?)[T ]+(?<time>\d{1,2}:\d{2}(:\d{2})?)$/

/** When a visit was, as ISO 8601 in UTC. Without an offset it is by the clock of the venue; a date is the start of the day there. */
export function readVisitMoment(cell: Cell, format: DateFormat, zone: string): ReadCell<string> {
  const text = String(cell).trim()
  const { date = text, time } = DATE_AND_TIME.exec(text)?.groups ?? {}
  const day = readDate(date, format)
  const iso =
    'value' in day ? `${day.value}${time === undefined ? '' : `T${time.replace(/^\d:/, '0$&')}`}` : text
  // Of texts that are not in the format, only those count that cannot be another date: with an offset.
  const found = 'value' in day || moment.test(text) ? momentAt(iso, zone) : undefined
  return found === undefined
    ? { fault: `must be a date with or without a time, such as ${exampleOf(format)} 19:30` }
    : { value: found.toISOString() }
}

const exampleOf = (format: DateFormat) =>
  format.replace('YYYY', '2026').replace('MM', '03').replace('DD', '01')

const LONGEST_ATTRIBUTE = 2_048

export function readAttribute(
  cell: Cell,
  type: AttributeType | null,
  format: DateFormat,
): ReadCell<string | number | boolean> {
  switch (type) {
    case 'number': {
      const value = typeof cell === 'string' && /^[+-]?\d+(\.\d+)?$/.test(cell.trim()) ? Number(cell) : cell
      if (typeof value !== 'number') return { fault: 'must be a number, such as 12 or 12.5' }
      return Math.abs(value) <= 2 ** 53 ? { value } : { fault: 'must be a number of at most 2^53' }
    }
    case 'boolean':
      return readFlag(cell)
    case 'date':
      return readDate(cell, format)
    default: {
      const value = type === 'text' ? String(cell) : cell
      if (typeof value === 'number' && !(Math.abs(value) <= 2 ** 53))
        return { fault: 'must be a number of at most 2^53' }
      return typeof value === 'string' && value.length > LONGEST_ATTRIBUTE
        ? { fault: `must have at most ${LONGEST_ATTRIBUTE} characters` }
        : { value }
    }
  }
}
