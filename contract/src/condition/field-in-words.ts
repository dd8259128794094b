import type { Names } from '../in-words.ts'
import { findField } from './fields.ts'

/** A field in a sentence: "the event's spend". */
export function fieldInWords(field: string, names: Names = {}): string {
  const found = findField(field)
  return found?.row.words(found.keys, names) ?? field
}
