import { type Context, Drop, toValue } from 'liquidjs'
import { spend, weight } from './budget.ts'

const loop = new Set(['index', 'index0', 'rindex', 'rindex0', 'first', 'last', 'length'])

/**
 * Everything that a template can read of a value: the own properties of an object, the items of a list, `size`,
 * `first` and `last`, and the counters of a loop. Nothing inherited is read, and no function in the data is called.
 */
export function readProperty(context: Context, given: unknown, givenKey: unknown): unknown {
  const found = read(given, toValue(givenKey))
  spend(context, weight(found))
  return found
}

function read(given: unknown, key: unknown): unknown {
  if (typeof key !== 'string' && typeof key !== 'number') return undefined
  if (given instanceof Drop) return readDrop(given, key)
  if (typeof given === 'string') return key === 'size' ? given.length : undefined
  if (typeof given !== 'object' || given === null) return undefined
  if (Array.isArray(given)) return readList(given, key)
  if (Object.hasOwn(given, key)) return (given as Record<string, unknown>)[key]
  return key === 'size' ? Object.keys(given).length : undefined
}

function readList(list: readonly unknown[], key: string | number): unknown {
  if (typeof key === 'number') return list.at(key)
  if (key === 'size') return list.length
  if (key === 'first') return list[0]
  return key === 'last' ? list.at(-1) : undefined
}

function readDrop(drop: Drop, key: string | number): unknown {
  if (!loop.has(String(key))) return undefined
  const counter: unknown = drop[key]
  return typeof counter === 'function' ? counter.call(drop) : counter
}
