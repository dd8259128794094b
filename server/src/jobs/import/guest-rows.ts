import type { GuestRows } from '#db/guest-rows.ts'

/** For a merge of two guests. If one import changed both, its undo takes the points of both back. */
export const guestImportChanges: GuestRows = {
  table: 'guest_import_changes',
  update: 'UPDATE guest_import_changes SET guest_id = $3',
  key: ['import_id'],
  clash: {
    remove: 'DELETE FROM guest_import_changes',
    insert: 'INSERT INTO guest_import_changes',
    combine: `
      UPDATE guest_import_changes AS stays
      SET points = stays.points + gone.points, identifiers = stays.identifiers || gone.identifiers,
          created = stays.created AND gone.created
      FROM guest_import_changes gone
      WHERE stays.organisation_id = $1 AND stays.guest_id = $3 AND gone.organisation_id = $1 AND gone.guest_id = $2
        AND gone.import_id = stays.import_id`,
    separate: `
      UPDATE guest_import_changes AS stays SET points = stays.points - gone.points
      FROM jsonb_populate_recordset(NULL::guest_import_changes, $3::jsonb) gone
      WHERE stays.organisation_id = $1 AND stays.guest_id = $2 AND gone.import_id = stays.import_id`,
  },
}

export const guestImportEvents: GuestRows = {
  table: 'guest_import_events',
  update: 'UPDATE guest_import_events SET guest_id = $3',
  key: ['import_id', 'event_id'],
  follow: { table: 'events', by: 'event_id' },
}
