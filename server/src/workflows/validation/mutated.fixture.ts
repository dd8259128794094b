import { everyNode } from './every-node.fixture.ts'

type Place = readonly (string | number)[]
type Holder = Record<string | number, unknown>

/** Every position in a JSON value where something can be changed: the keys that lead there. */
function placesIn(value: unknown, path: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap(key => [[...path, key], ...placesIn((value as Holder)[key], [...path, key])])
}

export const everyPlace = placesIn(everyNode)

/** The document with one thing changed. */
export function mutated(
  document: object,
  place: Place,
  how: 'replaced' | 'removed' | 'added',
  value: unknown,
): object {
  const copy = structuredClone(document)
  let holder = copy as Holder
  for (const key of place.slice(0, -1)) holder = holder[key] as Holder
  const key = place.at(-1) as string | number
  if (how === 'replaced') holder[key] = value
  else if (how === 'removed' && Array.isArray(holder)) holder.splice(key as number, 1)
  else if (how === 'removed') delete holder[key]
  else if (Array.isArray(holder)) holder.splice(key as number, 0, value)
  else holder[`${key}_too`] = value
  return copy
}
