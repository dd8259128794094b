import type { Scalar } from '@millrace/contract/condition'

/** The typed text as the engine compares it: 42 is a number, "42" in quotes is a text. */
export function toScalar(typed: string): Scalar {
  const text = typed.trim()
  if (text === 'true') return true
  if (text === 'false') return false
  // Only in canonical form: 1.0 may become 1.05 while typed, and 007 is a code.
  if (/^-?\d/.test(text) && String(Number(text)) === text) return Number(text)
  return /^".*"$/.test(text) ? text.slice(1, -1) : typed
}

/** The reverse: a text that would be read as another type is quoted. */
export function toTyped(value: Scalar | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') return String(value)
  return toScalar(value) === value ? value : `"${value}"`
}
