import { randomUUIDv7 } from 'node:crypto'

/** Ids begin with the time (UUIDv7), so that rows are stored, listed and partitioned in the order they came. */
export const newId = (): string => randomUUIDv7()

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id as it is stored, or undefined when it is none: whatever is asked for under it does not exist. */
export function storedId(text: string): string | undefined {
  return uuid.test(text) ? text.toLowerCase() : undefined
}
