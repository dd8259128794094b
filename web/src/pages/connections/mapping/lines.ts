import { t } from '../../../language/words.ts'
import type { Way } from './way.ts'

/** A line of a delivery as it is shown: a value to point at, a list, or what is around them. */
export interface Line {
  readonly way: Way
  readonly depth: number
  /** A name, or a place in a list. */
  readonly name: string | number | undefined
  readonly kind: 'value' | 'list' | 'object' | 'more'
  readonly text: string
}

/** Of a list, the first items are enough to point at. */
const SHOWN_ITEMS = 3
const MOST_LINES = 500
const LONGEST_TEXT = 80

/** A delivery line by line. Long lists and long deliveries are cut, and say so. */
export function linesOf(document: unknown): Line[] {
  const lines: Line[] = []
  const add = (value: unknown, way: Way): void => {
    if (lines.length >= MOST_LINES) return
    const line = { way, depth: way.length, name: way.at(-1) }
    if (Array.isArray(value)) {
      lines.push({ ...line, kind: 'list', text: t`list of ${value.length}` })
      for (const [place, item] of value.slice(0, SHOWN_ITEMS).entries()) add(item, [...way, place])
      if (value.length > SHOWN_ITEMS)
        lines.push({
          way: [...way, SHOWN_ITEMS],
          depth: way.length + 1,
          name: undefined,
          kind: 'more',
          text: t`… ${value.length - SHOWN_ITEMS} more`,
        })
    } else if (value !== null && typeof value === 'object') {
      if (way.length > 0) lines.push({ ...line, kind: 'object', text: '' })
      for (const [name, part] of Object.entries(value)) add(part, [...way, name])
    } else lines.push({ ...line, kind: 'value', text: shortened(JSON.stringify(value) ?? 'null') })
  }
  add(document, [])
  return lines.length < MOST_LINES
    ? lines
    : [...lines, { way: [], depth: 0, name: undefined, kind: 'more', text: t`… and more` }]
}

const shortened = (text: string) => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text)
