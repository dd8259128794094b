import { findField } from '@millrace/contract/condition/fields'
import type { Found } from '@millrace/contract/condition/operators'
import type { Facts } from '../facts.ts'

/** The value of the field if it has the wrong type; null if it has none. */
export interface NotFound {
  readonly ok: false
  readonly field: string
  readonly found: Exclude<Found, undefined>
}

/** The value of a field, by its name. */
export function readField(name: string, facts: Facts): Found {
  const named = findField(name)
  return named?.row.read(facts, named.keys)
}
