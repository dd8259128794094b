import { Condition } from '@millrace/contract/condition'
import { isRecord } from '../record.ts'
import { narrow, type Schema } from '../validation/narrow.ts'

/**
 * The value with its keys in the order of the schema, followed by unknown keys. The database keeps no order of keys; a
 * file in git needs the same order every time.
 */
export function ordered(value: unknown, schema: Schema): unknown {
  const meant = narrow(schema, value, Condition as Schema)
  if (Array.isArray(value)) return value.map(entry => ordered(entry, meant.items ?? {}))
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
