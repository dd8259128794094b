import type { GuestRows } from '#db/guest-rows.ts'

/** For a merge of two guests: an occasion that one of them had is over for both. */
export const guestOccasions: GuestRows = {
  table: 'occasions',
  update: 'UPDATE occasions SET guest_id = $3',
  key: ['workflow_id', 'occasion'],
  clash: { remove: 'DELETE FROM occasions', insert: 'INSERT INTO occasions' },
}
