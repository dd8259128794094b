import type { GuestRows } from '#db/guest-rows.ts'

/**
 * For a merge of two guests: the stays of both become those of one, who is in a segment once. Whether they still belong
 * to it is considered afterwards, as after every change of a guest.
 */
export const guestSegments: GuestRows = {
  table: 'segment_members',
  update: 'UPDATE segment_members SET guest_id = $3',
  key: ['segment_id', 'entered_at'],
  clash: {
    remove: 'DELETE FROM segment_members',
    insert: 'INSERT INTO segment_members',
    combine: `
      WITH twice AS (
        DELETE FROM segment_members AS gone USING segment_members stays
        WHERE gone.organisation_id = $1 AND gone.guest_id = $2 AND gone.left_at IS NULL
          AND stays.organisation_id = $1 AND stays.guest_id = $3 AND stays.left_at IS NULL
          AND stays.segment_id = gone.segment_id
        RETURNING gone.segment_id
      )
      UPDATE segments SET members = members - 1 FROM twice
      WHERE segments.organisation_id = $1 AND segments.id = twice.segment_id`,
  },
}
