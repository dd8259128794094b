import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../refusal.ts'

const MAC_LENGTH = 12

/**
 * Where a list continues, opaque to the caller. It is authenticated, so a changed one is refused before it reaches
 * a statement, and bound to its list, so one list's cursor is worth nothing in another.
 */
export function writeCursor(key: Buffer, list: string, after: string): string {
  return Buffer.concat([mac(key, list, after), Buffer.from(after)]).toString('base64url')
}

export function readCursor(key: Buffer, list: string, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const bytes = Buffer.from(cursor, 'base64url')
  const after = bytes.subarray(MAC_LENGTH).toString()
  const genuine =
    bytes.length > MAC_LENGTH && timingSafeEqual(bytes.subarray(0, MAC_LENGTH), mac(key, list, after))
  // Base64 has several spellings of the same bytes; only ours is taken.
  if (!genuine || writeCursor(key, list, after) !== cursor) throw new Refusal('invalid_cursor')
  return after
}

const mac = (key: Buffer, list: string, after: string) =>
  createHmac('sha256', key).update(`${list}\n${after}`).digest().subarray(0, MAC_LENGTH)
