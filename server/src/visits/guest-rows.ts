import type { GuestRows } from '#db/guest-rows.ts'

/** For a merge of two guests. */
export const guestVisits: GuestRows = {
  table: 'visits',
  update: 'UPDATE visits SET guest_id = $3',
  key: ['event_id'],
  follow: { table: 'events', by: 'event_id' },
}
