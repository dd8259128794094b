import type { InventedGuest, WrittenEvent } from '@millrace/contract/simulation'
import { unread } from '#guests/guest-profile.ts'
import type { EventFacts, GuestFacts } from '#workflows/facts.ts'

/** Always the same, so that a saved simulation has the same result at every publication. */
export const NOBODY = '00000000-0000-7000-8000-000000000000'

export const guestOf = (invented: InventedGuest): GuestFacts => ({
  ...unread(NOBODY),
  ...invented,
})

/** As it would have come in: the source is also among the parameters. */
export function eventOf({ source, serials = [], parameters = {} }: WrittenEvent): EventFacts {
  const named = source ?? (Object.hasOwn(parameters, 'source') ? parameters.source : null)
  const known = typeof named === 'string' ? named : null
  return {
    source: known,
    serials: [...new Set(serials)],
    parameters: known === null ? parameters : { ...parameters, source: known },
  }
}
