import type { DeliveryValue, Mapping } from '@millrace/contract/connection-mapping'

/** The names and places that lead to a value of a delivery. */
export type Way = readonly (string | number)[]

/** A name that needs no quotes in a JSONPath (RFC 9535, section 2.5.1.1), as far as ASCII goes. */
const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Section 2.3.1.1: a name in quotes is written as in JSON. */
const step = (part: string | number): string =>
  typeof part === 'string' && PLAIN.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`

export const pathOf = (way: Way): string => `$${way.map(step).join('')}`

/** A list in the items of another is the one of each of them. */
export const listPathOf = (way: Way): string =>
  `$${way.map(part => (typeof part === 'number' ? '[*]' : step(part))).join('')}`

/** Where the list of a mapping is in a delivery; undefined where it is more than a way to one list. */
export function listOf({ each }: Pick<Mapping, 'each'>, way: Way): Way | undefined {
  if (each === undefined) return undefined
  const list = each.replace(/\[\*\]$/, '')
  for (let length = 0; length < way.length; length++)
    if (typeof way[length] === 'number' && pathsOf(way.slice(0, length)).includes(list))
      return way.slice(0, length)
  return undefined
}

const pathsOf = (way: Way): string[] => [pathOf(way), listPathOf(way)]

/** The path of a value that was pointed at: in the item of the list, where it is in one, else in the whole delivery. */
export function pointedAt(mapping: Pick<Mapping, 'each'>, way: Way): Pick<DeliveryValue, 'path' | 'of'> {
  if (mapping.each === undefined) return { path: pathOf(way) }
  const list = listOf(mapping, way)
  return list === undefined
    ? { path: pathOf(way), of: 'delivery' }
    : { path: pathOf(way.slice(list.length + 1)) }
}
