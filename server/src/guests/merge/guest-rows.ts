import type { GuestRows } from '#db/guest-rows.ts'

/** What is recorded about a guest, for a merge of two. */
export const guestPoints: GuestRows = {
  table: 'points_entries',
  update: 'UPDATE points_entries SET guest_id = $3',
  key: ['run_id', 'node_id'],
}

export const guestConsentChanges: GuestRows = {
  table: 'consent_changes',
  update: 'UPDATE consent_changes SET guest_id = $3',
  key: ['id'],
}

export const guestEdits: GuestRows = {
  table: 'guest_edits',
  update: 'UPDATE guest_edits SET guest_id = $3',
  key: ['id'],
}

export const guestIdentifiers: GuestRows = {
  table: 'guest_identifiers',
  update: 'UPDATE guest_identifiers SET guest_id = $3',
  key: ['type', 'system', 'value'],
}
