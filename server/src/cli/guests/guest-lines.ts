import type { Guest, Identifier } from '@millrace/client/source'
import { alignPairs, printable } from '../terminal/align.ts'

/** A guest for people: who they are, how they may be contacted, and what they are known by. */
export function guestLines(guest: Guest, identifiers: readonly Identifier[]): string[] {
  const allowed = [
    ...(guest.email_consent ? ['e-mail'] : []),
    ...(guest.email_asked_at === null ? [] : ['e-mail (asked to confirm)']),
    ...(guest.sms_consent ? ['SMS'] : []),
  ].join(', ')
  return alignPairs([
    ['id', guest.id],
    ['name', printable(guest.name ?? '-')],
    ['consent', guest.do_not_contact ? 'do not contact' : allowed || 'none'],
    ...(guest.topics_off.length > 0
      ? [['topics off', printable(guest.topics_off.join(', '))] as [string, string]]
      : []),
    ['points', String(guest.points)],
    ['tags', printable(guest.tags.join(', ') || '-')],
    ...identifiers.map(
      ({ type, system, value }) =>
        [system === null ? names[type] : `id in ${system}`, printable(value)] as [string, string],
    ),
  ])
}

/** Those that are known. */
export const factLines = (facts: object): string[] =>
  alignPairs(
    Object.entries(facts)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name.replaceAll('_', ' '), printable(String(value))]),
  )

const names: Readonly<Record<Identifier['type'], string>> = {
  email: 'e-mail',
  phone: 'phone',
  external_id: 'external id',
}
