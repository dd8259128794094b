import type { messageFilter } from '@millrace/contract/dashboard/outbox'
import type { Static, TObject } from 'typebox'
import type { MessagesPage } from '#dashboard/outbox/list-messages.ts'
import type { ActingMember } from '#members/session.ts'
import { readTime } from '../edge/read-time.ts'

/** Which messages a query asks for, of those that the member sees. */
export function messagesAsked(
  { serials }: Pick<ActingMember, 'serials'>,
  query: Static<TObject<typeof messageFilter>>,
): Omit<MessagesPage, 'after' | 'limit'> {
  return {
    sight: serials,
    channel: query.channel,
    status: query.status,
    guestId: query.guest_id?.toLowerCase(),
    runId: query.run_id?.toLowerCase(),
    since: readTime('since', query.since),
    until: readTime('until', query.until),
  }
}
