import type { GuestRows } from '#db/guest-rows.ts'

/** For a merge of two guests. The receipts stay as they were answered. */
export const guestEvents: GuestRows = {
  table: 'events',
  update: 'UPDATE events SET guest_id = $3',
  key: ['id'],
}

export const guestLoopAlerts: GuestRows = {
  table: 'loop_alerts',
  update: 'UPDATE loop_alerts SET guest_id = $3',
  key: ['workflow_id'],
}

/** Of two entries into one workflow the later counts: a limit must not let the guest in twice. */
export const guestReEntries: GuestRows = {
  table: 're_entries',
  update: 'UPDATE re_entries SET guest_id = $3',
  key: ['workflow_id', 'serial'],
  clash: {
    remove: 'DELETE FROM re_entries',
    insert: 'INSERT INTO re_entries',
    combine: `
      UPDATE re_entries AS stays SET entered_at = gone.entered_at FROM re_entries gone
      WHERE stays.organisation_id = $1 AND stays.guest_id = $3 AND gone.organisation_id = $1 AND gone.guest_id = $2
        AND gone.workflow_id = stays.workflow_id AND gone.serial = stays.serial AND gone.entered_at > stays.entered_at`,
  },
}

/** An event holds these while it waits for the lock on its guest, so a merge takes them before that lock. */
export const LOCK_RE_ENTRIES = `
  SELECT FROM re_entries WHERE organisation_id = $1 AND guest_id = ANY($2)
  ORDER BY workflow_id, guest_id, serial FOR UPDATE`
