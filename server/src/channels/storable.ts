const DEEPEST = 64

/** Text that PostgreSQL can store: it accepts neither NUL nor half a surrogate pair. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\u{fffd}').toWellFormed()
}

/** The value of a JSON text, or undefined when it is not JSON, or is nested so deeply that storing it would fail. */
export function storableJson(text: string): unknown {
  try {
    return storable(JSON.parse(text), DEEPEST)
  } catch {
    return undefined
  }
}

function storable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storableText(value)
  if (value === null || typeof value !== 'object') return value
  if (depth === 0) throw new RangeError('nested too deeply')
  if (Array.isArray(value)) return value.map(item => storable(item, depth - 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [storableText(key), storable(item, depth - 1)]),
  )
}
