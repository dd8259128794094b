import { isUtf8 } from 'node:buffer'
import { jsonFaultAt, type TextPosition } from './json-fault.ts'

/**
 * Reads JSON more strictly than JSON.parse, which takes the last of two equal keys without a word (two readers that
 * disagree about which one counts are how a value gets past a proxy), rounds 2^53 + 1 to 2^53, and is given text in
 * which bytes that are no UTF-8 have already become U+FFFD.
 */
export type JsonReading =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'not_utf8' }
  | { readonly kind: 'not_json'; readonly at: TextPosition }
  | { readonly kind: 'too_deep' }
  | { readonly kind: 'repeated_key'; readonly path: string }

/** No message nests deeper than three; the rest is for fields of newer clients, which are ignored. */
export const DEEPEST = 32

const EDGE = 2 ** 53

export function readJson(bytes: Buffer): JsonReading {
  if (!isUtf8(bytes)) return { kind: 'not_utf8' }
  const text = bytes.toString()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'not_json', at: jsonFaultAt(text) }
  }
  const found = { keys: 0, edges: 0 }
  if (!survey(value, DEEPEST, found)) return { kind: 'too_deep' }
  // Most bodies have no colon but those after their keys, and those are counted fastest. Only where there are more is
  // the text gone through.
  if (countColons(text) !== found.keys) {
    const path = repeatedKey(text, found.keys)
    if (path !== undefined) return { kind: 'repeated_key', path }
  }
  return { kind: 'read', value: found.edges === 0 ? value : withoutRounding(text) }
}

/** Counts keys, and numbers that may have been rounded. False: nested too deeply. Recursion is safe after this. */
function survey(value: unknown, levels: number, found: { keys: number; edges: number }): boolean {
  if (typeof value === 'number') {
    if (value === EDGE || value === -EDGE) found.edges++
    return true
  }
  if (value === null || typeof value !== 'object') return true
  if (levels === 0) return false
  if (Array.isArray(value)) {
    for (const item of value) if (!survey(item, levels - 1, found)) return false
    return true
  }
  for (const key of Object.keys(value)) {
    found.keys++
    if (!survey((value as Record<string, unknown>)[key], levels - 1, found)) return false
  }
  return true
}

function countColons(text: string): number {
  let colons = 0
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) colons++
  return colons
}

/** The path of a key that an object has twice. The text is valid, and its value has this many keys. */
function repeatedKey(text: string, keys: number): string | undefined {
  let written = 0
  for (let from = text.indexOf('"'); from !== -1; ) {
    const to = endOfString(text, from)
    if (isKey(text, to)) written++
    from = text.indexOf('"', to)
  }
  return written === keys ? undefined : findRepeatedKey(text)
}

interface Level {
  /** Absent in a list. */
  readonly keys?: Set<string>
  /** Where the walk stands in it: at a key, or at a place in the list. */
  at: string | number
}

function findRepeatedKey(text: string): string | undefined {
  const levels: Level[] = []
  let path: string | undefined
  eachToken(text, (token, from, to) => {
    const level = levels.at(-1)
    if (token === '{') levels.push({ keys: new Set(), at: '' })
    else if (token === '[') levels.push({ at: 0 })
    else if (token === '}' || token === ']') levels.pop()
    else if (token === ',' && typeof level?.at === 'number') level.at++
    else if (token === '"' && level?.keys !== undefined && isKey(text, to)) {
      level.at = JSON.parse(text.slice(from, to)) as string
      if (level.keys.has(level.at)) path ??= levels.map(({ at }) => at).join('.')
      level.keys.add(level.at)
    }
  })
  return path
}

/** In valid JSON a string before a colon is a key. */
function isKey(text: string, end: number): boolean {
  let at = end
  while (' \t\n\r'.includes(text[at] as string)) at++
  return text[at] === ':'
}

/** The structure of valid JSON in one pass: strings as a whole, and the signs between values. */
function eachToken(text: string, visit: (token: string, from: number, to: number) => void): void {
  for (let at = 0; at < text.length; at++) {
    const token = text[at] as string
    if (token === '"') {
      const end = endOfString(text, at)
      visit(token, at, end)
      at = end - 1
    } else if ('{}[]:,'.includes(token)) visit(token, at, at + 1)
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

/** After an odd number of backslashes; each run of them is looked at once, for the quote that follows it. */
function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

/** A number that was rounded to 2^53 becomes one beyond it, which the checks of a body refuse by its path. */
function withoutRounding(text: string): unknown {
  const revive = (_key: string, value: unknown, { source }: { readonly source?: string }) =>
    typeof value === 'number' && Math.abs(value) === EDGE && source?.replace('-', '') !== String(EDGE)
      ? value * 2
      : value
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1])
}
