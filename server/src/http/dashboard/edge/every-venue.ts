import type { ActingMember } from '#members/session.ts'
import { Refusal } from '../../refusal.ts'

/** For what is done to guests of every venue at once. */
export function requireEveryVenue({ serials }: Pick<ActingMember, 'serials'>): void {
  if (serials !== null) throw new Refusal('every_venue_needed')
}
