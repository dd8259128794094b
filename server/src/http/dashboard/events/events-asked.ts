import type { eventFilter } from '@millrace/contract/dashboard/events'
import type { Static, TObject } from 'typebox'
import type { EventsPage } from '#dashboard/events/list-events.ts'
import type { ActingMember } from '#members/session.ts'
import { readTime } from '../edge/read-time.ts'

/** Which events a query asks for, of those that the member sees. */
export function eventsAsked(
  { serials }: Pick<ActingMember, 'serials'>,
  query: Static<TObject<typeof eventFilter>>,
): Omit<EventsPage, 'after' | 'limit'> {
  return {
    sight: serials,
    source: query.sourceless === undefined ? query.source : null,
    status: query.status,
    guestId: query.guest_id?.toLowerCase(),
    serial: query.serial,
    since: readTime('since', query.since),
    until: readTime('until', query.until),
  }
}
