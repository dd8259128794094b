import { findField } from '@millrace/contract/condition/fields'
import type { Found } from '@millrace/contract/condition/operators'
import type { Facts } from '../facts.ts'

/** What stood in the field where a value of another kind is due; null where nothing did. */
export interface NotFound {
  readonly ok: false
  readonly field: string
  readonly found: Exclude<Found, undefined>
}

/** What a field holds, by its name. */
export function readField(name: string, facts: Facts): Found {
  const named = findField(name)
  return named?.row.read(facts, named.keys)
}
