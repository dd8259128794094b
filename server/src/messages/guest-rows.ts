import type { GuestRows } from '#db/guest-rows.ts'

/** For a merge of two guests. */
export const guestMessages: GuestRows = {
  table: 'messages',
  update: 'UPDATE messages SET guest_id = $3',
  key: ['id'],
  follow: { table: 'runs', by: 'run_id' },
}

export const guestReceivedSms: GuestRows = {
  table: 'sms_received',
  update: 'UPDATE sms_received SET guest_id = $3',
  key: ['id'],
}
