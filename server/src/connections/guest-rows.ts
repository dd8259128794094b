import type { GuestRows } from '#db/guest-rows.ts'

/** For a merge of two guests. */
export const guestConnectionEvents: GuestRows = {
  table: 'connection_events',
  update: 'UPDATE connection_events SET guest_id = $3',
  key: ['connection_id', 'identity'],
  follow: { table: 'events', by: 'event_id' },
}
