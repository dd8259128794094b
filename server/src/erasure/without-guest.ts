/** What identifies a guest. */
export interface GuestTraits {
  readonly id: string
  readonly external_id: string | null
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  /** Everything else that they are known by. */
  readonly identifiers?: readonly string[]
}

export const ERASED = 'erased'

/** A shorter name is part of too many words that are not about the guest. */
const SHORTEST_NAME = 3
/** The same for the ids of other systems, which are often short numbers. */
const SHORTEST_IDENTIFIER = 5

/** The same document with every text replaced that mentions the guest; `undefined` when none does. */
export function withoutGuest(document: unknown, guest: GuestTraits): unknown {
  let found = false
  const traces = tracesOf(guest)
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const lower = value.toLowerCase()
      if (!traces.some(trace => lower.includes(trace)) && lower !== guest.name?.toLowerCase()) return value
      found = true
      return ERASED
    }
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [walk(key) as string, walk(inner)]))
  }
  const result = walk(document)
  return found ? result : undefined
}

/** In lower case. */
export function tracesOf({ id, external_id, name, email, phone, identifiers = [] }: GuestTraits): string[] {
  const texts = [
    id,
    external_id,
    email,
    phone,
    name !== null && name.length >= SHORTEST_NAME ? name : null,
    ...identifiers.filter(text => text.length >= SHORTEST_IDENTIFIER),
  ]
  return texts.filter(text => text !== null && text !== '').map(text => (text as string).toLowerCase())
}
