import { randomUUIDv7 } from 'node:crypto'
import { uuidPattern } from '@millrace/contract/common'

/** Ids begin with the time (UUIDv7), so that rows are stored, listed and partitioned in order of arrival. */
export const newId = (): string => randomUUIDv7()

const uuid = new RegExp(uuidPattern)

/** The id as it is stored, or undefined for a text that is not an id: nothing exists under it. */
export function storedId(text: string): string | undefined {
  return uuid.test(text) ? text.toLowerCase() : undefined
}

/** Exactly as it is stored, in lower case. */
export const isStoredId = (text: string): boolean => storedId(text) === text
