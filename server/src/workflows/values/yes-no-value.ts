import type { YesNoFromData } from '@millrace/contract/value'
import type { Facts } from '../facts.ts'
import { type NotFound, readField } from './read-field.ts'

/** Not found: the field is missing or neither true nor false, and there is no default. */
export type YesNoFound = { readonly ok: true; readonly yes: boolean } | NotFound

/** Yes or no from data. The text "true" is a text, as in conditions: nothing is converted. */
export function yesNoFrom({ field, or }: YesNoFromData, facts: Facts): YesNoFound {
  const found = readField(field, facts)
  if (typeof found === 'boolean') return { ok: true, yes: found }
  if (or !== undefined) return { ok: true, yes: or }
  return { ok: false, field, expected: 'true or false', found: found ?? null }
}
