import type { Scalar } from '@millrace/contract/condition'

/** What was typed, as the engine compares it: 42 is a number, "42" in quotes is a text. */
export function toScalar(typed: string): Scalar {
  const text = typed.trim()
  if (text === 'true') return true
  if (text === 'false') return false
  // Only as a number is written: 1.0 may become 1.05, and 007 is somebody's code.
  if (/^-?\d/.test(text) && String(Number(text)) === text) return Number(text)
  return /^".*"$/.test(text) ? text.slice(1, -1) : typed
}

/** The other way round: a text that would be read as something else stands in quotes. */
export function toTyped(value: Scalar | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') return String(value)
  return toScalar(value) === value ? value : `"${value}"`
}
