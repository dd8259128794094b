import { isUtf8 } from 'node:buffer'
import type { GuestImportRequest } from '@millrace/contract/guest-import'

export type Encoding = NonNullable<GuestImportRequest['encoding']>

const latin = new TextDecoder('windows-1252')

/** The text of these bytes; undefined where they are none. */
export function decode(bytes: Uint8Array, encoding: Encoding): string | undefined {
  if (encoding === 'windows-1252') return latin.decode(bytes)
  return isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : undefined
}

/** The text for people who look for the row in their file: what is not UTF-8 is most often Windows-1252. */
export const decodeForPeople = (bytes: Uint8Array, encoding: Encoding): string =>
  (decode(bytes, encoding) ?? latin.decode(bytes)).replaceAll('\0', '\ufffd').toWellFormed()

export const NOT_UTF8 =
  'is not UTF-8. Save the file as UTF-8, or import it with the encoding windows-1252 if that is what it has'

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** How many bytes at the start of a file say what it is and are not part of its first cell. */
export const markLength = (window: Uint8Array): number =>
  Buffer.compare(window.subarray(0, 3), UTF8_MARK) === 0 ? 3 : 0

/** UTF-16, as spreadsheets write it: every second byte of its text is NUL. */
export const isUtf16 = (window: Uint8Array): boolean =>
  (window[0] === 0xff && window[1] === 0xfe) || (window[0] === 0xfe && window[1] === 0xff)
