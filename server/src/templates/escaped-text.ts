import { Drop } from 'liquidjs'

const known = new WeakSet<object>()

/** A text that is already escaped, such as a captured one: output alone, it is not escaped again. */
export function escapedText(text: string): Drop {
  const drop: Drop = Object.assign(Object.create(Drop.prototype), { valueOf: () => text })
  known.add(drop)
  return drop
}

export const isEscapedText = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && known.has(value)
