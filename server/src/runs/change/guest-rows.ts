import type { GuestRows } from '#db/guest-rows.ts'

/** For a merge of two guests. A worker that has read a run before finds its guest gone, and follows the merge. */
export const guestRuns: GuestRows = {
  table: 'runs',
  update: 'UPDATE runs SET guest_id = $3',
  key: ['id'],
}

export const guestWatches: GuestRows = {
  table: 'watches',
  update: 'UPDATE watches SET guest_id = $3',
  key: ['run_id', 'kind', 'key'],
  follow: { table: 'runs', by: 'run_id' },
}
