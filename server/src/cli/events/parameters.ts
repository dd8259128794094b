import type { ParameterValue } from '@millrace/contract/event'
import { wrongUsage } from '../terminal/failure.ts'

/** What the help says of `--param`. */
export const PARAMETER = 'a parameter of the event; numbers, true, false and null are recognised'

/** `--param spend=42.5 --param first_visit=true --param note='two words'` */
export function parseParameters(given: readonly string[]): Record<string, ParameterValue> {
  // Entries rather than assignments: __proto__ is a name like any other.
  return Object.fromEntries(given.map(parseParameter))
}

function parseParameter(text: string): [key: string, value: ParameterValue] {
  const at = text.indexOf('=')
  if (at <= 0) throw wrongUsage(`--param is "${text}"; give it as key=value, such as --param spend=42.5.`)
  return [text.slice(0, at), parseValue(text.slice(at + 1))]
}

/** A number, true, false, null, or a text in quotes is what JSON says it is; anything else is text as it stands. */
export function parseValue(text: string): ParameterValue {
  try {
    const value: unknown = JSON.parse(text)
    // An integer that would lose digits stays text: a long number on a card is a name, not an amount.
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) return text
    if (value === null || typeof value !== 'object') return value as ParameterValue
  } catch {}
  return text
}
