/** Where a reader of the text stumbles, counted from 1. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

const SPACE = /[ \t\n\r]*/y
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

/**
 * The place of the first fault in text that JSON.parse refused. Its own message has no position for some faults and
 * repeats what was sent in others.
 */
export function jsonFaultAt(text: string): TextPosition {
  const before = text.slice(0, faultOffset(text)).split('\n')
  return { line: before.length, column: (before.at(-1) as string).length + 1 }
}

function faultOffset(text: string): number {
  /** The brackets that are open. */
  const open: string[] = []
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  const takeOne = (character: string): boolean => {
    take(SPACE)
    if (text[at] !== character) return false
    at++
    return true
  }
  // Step by step: one pattern for the whole of a long string would need as much stack.
  const takeString = (): boolean => {
    if (text[at] !== '"') return false
    for (at++; at < text.length; ) {
      const character = text[at] as string
      if (character === '"') {
        at++
        return true
      }
      if (character < ' ' || (character === '\\' && !take(ESCAPE))) return false
      if (character !== '\\') at++
    }
    return false
  }
  const takeKey = (): boolean => {
    take(SPACE)
    return takeString() && takeOne(':')
  }
  // Each turn reads one value, or the beginning of one, and then what may follow a value.
  for (;;) {
    take(SPACE)
    if (text[at] === '{' || text[at] === '[') {
      const close = text[at++] === '{' ? '}' : ']'
      if (!takeOne(close)) {
        open.push(close)
        if (close === '}' && !takeKey()) return at
        continue
      }
    } else if (!take(SCALAR) && !takeString()) return at
    while (open.length > 0 && takeOne(open.at(-1) as string)) open.pop()
    take(SPACE)
    if (open.length === 0 || !takeOne(',')) return at
    if (open.at(-1) === '}' && !takeKey()) return at
  }
}
