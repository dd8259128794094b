import { randomUUIDv7 } from 'node:crypto'
import { uuidPattern } from '@millrace/contract/common'
import { idAt } from './id-at.ts'

/** The true time, less what the monotonic clock says. Until it is known, the clock of this process has to do. */
let trueTime: number | undefined

/** See db/match-clock.ts. By the monotonic clock, so that it stays true when the clock of this process is changed. */
export const setTrueTime = (lessMonotonicMs: number): void => {
  trueTime = lessMonotonicMs
}

/** A clock that is this close puts an id where it belongs. */
const CLOSE_MS = 60_000

/** Ids begin with the time (UUIDv7), so that rows are stored, listed and partitioned in order of arrival. */
export function newId(): string {
  const id = randomUUIDv7()
  if (trueTime === undefined) return id
  const now = trueTime + performance.now()
  if (Math.abs(now - Date.now()) < CLOSE_MS) return id
  return idAt(new Date(now)).slice(0, 13) + id.slice(13)
}

const uuid = new RegExp(uuidPattern)

/** The id as it is stored, or undefined for a text that is not an id: nothing exists under it. */
export function storedId(text: string): string | undefined {
  return uuid.test(text) ? text.toLowerCase() : undefined
}

/** Exactly as it is stored, in lower case. */
export const isStoredId = (text: string): boolean => storedId(text) === text
