import { toValue } from 'liquidjs'

/** A value as people read it. A value without a text, such as a whole guest, is empty. */
export function textOf(given: unknown): string {
  const value: unknown = toValue(given)
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ')
  return ''
}
