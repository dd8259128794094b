import { findField } from '@millrace/contract/condition/fields'
import type { Found } from '@millrace/contract/condition/operators'
import type { Facts } from '../facts.ts'

/** The value of the field if it has the wrong type; null if it has none. */
export interface NotFound {
  readonly ok: false
  readonly field: string
  /** What the field should have, in words: "a number". */
  readonly expected: string
  readonly found: Exclude<Found, undefined>
}

/** Reads a field, by its name. What no release knows is missing. */
export function fieldReader(name: string): (facts: Facts) => Found {
  const field = findField(name)
  return field === undefined ? missing : facts => field.row.read(facts, field.keys)
}

const missing = () => undefined

/** The value of a field, by its name. */
export const readField = (name: string, facts: Facts): Found => fieldReader(name)(facts)
