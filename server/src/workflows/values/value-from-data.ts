import type { ValueFromData } from '@millrace/contract/value'
import type { Facts, FactValue } from '../facts.ts'
import { numberFrom } from './number-value.ts'
import type { NotFound } from './read-field.ts'
import { writtenMoment } from './written-moment.ts'
import { yesNoFrom } from './yes-no-value.ts'

export type ValueFound = { readonly ok: true; readonly value: FactValue } | NotFound

/** A value from data as JSON has it: a number, true or false, or a moment as text. */
export function valueFrom(from: ValueFromData, facts: Facts, timeZone: string): ValueFound {
  if ('number' in from) {
    const found = numberFrom(from.number, facts)
    return found.ok ? { ok: true, value: found.number } : found
  }
  if ('moment' in from) {
    const found = writtenMoment(from.moment, facts, timeZone)
    return found.ok ? { ok: true, value: found.text } : found
  }
  const found = yesNoFrom(from.yes_no, facts)
  return found.ok ? { ok: true, value: found.yes } : found
}
