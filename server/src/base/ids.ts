import { randomUUIDv7 } from 'node:crypto'
import { uuidPattern } from '@millrace/contract/uuid-pattern'
import { idAt } from './id-at.ts'

/** The true time, less what the monotonic clock says. Until it is known, the clock of this process has to do. */
let trueTime: number | undefined

/** See db/match-clock.ts. By the monotonic clock, so that it stays true when the clock of this process is changed. */
export const setTrueTime = (lessMonotonicMs: number): void => {
  trueTime = lessMonotonicMs
}

/** A clock that is this close puts an id where it belongs. */
const CLOSE_MS = 60_000

/** The moment of the last id, as its first 13 characters, and how many ids this process gave before it in that moment. */
let moment = ''
let before = 0
const MOST_IN_A_MOMENT = 0xfff

/**
 * Ids begin with the time (UUIDv7), so that rows are stored, listed and partitioned in order of arrival. Within a
 * millisecond, a counter in place of the first twelve random bits keeps those of one process in order: what is
 * written in one transaction is listed in the order in which it happened.
 */
export function newId(): string {
  const id = randomUUIDv7()
  const begins = timeOf(id)
  before = begins === moment ? Math.min(before + 1, MOST_IN_A_MOMENT) : 0
  moment = begins
  return `${begins}-7${before.toString(16).padStart(3, '0')}${id.slice(18)}`
}

function timeOf(id: string): string {
  if (trueTime !== undefined) {
    const now = trueTime + performance.now()
    if (Math.abs(now - Date.now()) >= CLOSE_MS) return idAt(new Date(now)).slice(0, 13)
  }
  return id.slice(0, 13)
}

const uuid = new RegExp(uuidPattern)

/** The id as it is stored, or undefined for a text that is not an id: nothing exists under it. */
export function storedId(text: string): string | undefined {
  return uuid.test(text) ? text.toLowerCase() : undefined
}

/** Exactly as it is stored, in lower case. */
export const isStoredId = (text: string): boolean => storedId(text) === text
