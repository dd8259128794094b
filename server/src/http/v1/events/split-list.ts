const QUOTE = 34
const COMMA = 44
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/**
 * The entries of a JSON list as bytes, at most `most` and one more. Each can then be read by itself, and others have their
 * turn in between: JSON.parse of all of them would hold the event loop. undefined: this is not a list of JSON. That the
 * entries are JSON remains to be seen.
 */
export function splitList(bytes: Buffer, most: number): Buffer[] | undefined {
  let at = afterSpace(bytes, 0)
  if (bytes[at] !== OPEN_LIST) return undefined
  const entries: Buffer[] = []
  let start = ++at
  let depth = 0
  for (; at < bytes.length; at++) {
    const sign = bytes[at]
    if (sign === QUOTE) at = endOfString(bytes, at)
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) depth++
    else if ((sign === CLOSE_LIST || sign === CLOSE_OBJECT) && depth > 0) depth--
    else if (sign === COMMA && depth === 0) {
      entries.push(bytes.subarray(start, at))
      if (entries.length > most) return entries
      start = at + 1
    } else if (sign === CLOSE_LIST) break
    else if (sign === CLOSE_OBJECT) return undefined
  }
  if (at >= bytes.length || afterSpace(bytes, at + 1) < bytes.length) return undefined
  const last = bytes.subarray(start, at)
  if (entries.length > 0 || !isBlank(last)) entries.push(last)
  return entries.some(isBlank) ? undefined : entries
}

export const isList = (bytes: Buffer): boolean => bytes[afterSpace(bytes, 0)] === OPEN_LIST

export const isBlank = (bytes: Buffer): boolean => afterSpace(bytes, 0) === bytes.length

function afterSpace(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && isSpace(bytes[at] as number)) at++
  return at
}

const isSpace = (sign: number) => sign === 32 || sign === 10 || sign === 13 || sign === 9

/** Byte by byte: indexOf would be called for each escaped quote, of which a text may have a million. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
