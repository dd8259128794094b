import type { GuestRows } from '#db/guest-rows.ts'

/** For a merge of two guests. */
export const guestTasks: GuestRows = {
  table: 'tasks',
  update: 'UPDATE tasks SET guest_id = $3',
  key: ['id'],
  follow: { table: 'runs', by: 'run_id' },
}
