import { Condition } from '@millrace/contract/condition'
import { isRecord } from '../record.ts'
import { narrow, type Schema } from '../validation/narrow.ts'

/**
 * The value with its keys in the order of the schema, followed by unknown keys. The database keeps no order of keys; a
 * file in git needs the same order every time.
 */
export function ordered(value: unknown, schema: Schema): unknown {
  const meant = narrow(schema, value, Condition as Schema)
  if (Array.isArray(value)) return value.map((entry, index) => ordered(entry, itemAt(meant, index)))
  if (!isRecord(value)) return value
  const properties = meant.properties ?? {}
  const known = Object.keys(properties).filter(key => Object.hasOwn(value, key))
  const others = Object.keys(value)
    .filter(key => !Object.hasOwn(properties, key))
    .sort()
  return Object.fromEntries(
    [...known, ...others].map(key => [key, ordered(value[key], properties[key] ?? {})]),
  )
}

/** Narrowed to a list, each item has its own schema. */
function itemAt({ items = {} }: Schema, index: number): Schema {
  return isList(items) ? (items[index] ?? {}) : items
}

const isList = (items: Schema | readonly Schema[]): items is readonly Schema[] => Array.isArray(items)
