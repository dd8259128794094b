const QUOTE = 34
const COMMA = 44
const OPEN_LIST = 91
const BACKSLASH = 92
const OPEN_OBJECT = 123

/** As many are read of what others send. The largest workflow has 40,000. */
export const MOST_VALUES = 50_000

/**
 * Does a text of JSON hold more values than this, lists and objects among them? Counted by its signs outside strings,
 * which is done at once where a megabyte of `{}` takes 100 ms to be parsed.
 */
export function hasMoreValues(text: string, most: number): boolean {
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfString(text, at)
    else if (sign === COMMA || sign === OPEN_LIST || sign === OPEN_OBJECT) {
      values++
      if (values > most) return true
    }
  }
  return false
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at)
    if (at === -1) return text.length
    if (!isEscaped(text, at)) return at
  }
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === BACKSLASH) first--
  return (at - first) % 2 === 1
}
