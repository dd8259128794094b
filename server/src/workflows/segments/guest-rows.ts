import type { GuestRows } from '#db/guest-rows.ts'

/** For a merge of two guests: that they entered or left is about one guest now. */
export const guestMoves: GuestRows = {
  table: 'segment_moves',
  update: 'UPDATE segment_moves SET guest_id = $3',
  key: ['id'],
}

/**
 * For a merge of two guests: the stays of both become those of one, who is in a segment once, since the first of the two
 * entered: workflows have considered that stay before the other. Whether they still belong to it is considered afterwards, as
 * after every change of a guest.
 */
export const guestSegments: GuestRows = {
  table: 'segment_members',
  update: 'UPDATE segment_members SET guest_id = $3',
  key: ['segment_id', 'entered_at'],
  clash: {
    remove: 'DELETE FROM segment_members',
    insert: 'INSERT INTO segment_members',
    combine: `
      WITH theirs AS (
        SELECT segment_id, entered_at, left_at FROM segment_members WHERE organisation_id = $1 AND guest_id = $3
      ),
      both_stays AS (
        SELECT gone.segment_id, gone.entered_at AS gone_at, theirs.entered_at AS theirs_at,
               gone.entered_at < theirs.entered_at AND NOT EXISTS (
                 SELECT FROM theirs same
                 WHERE same.segment_id = gone.segment_id AND same.entered_at = gone.entered_at) AS is_first
        FROM segment_members gone JOIN theirs USING (segment_id)
        WHERE gone.organisation_id = $1 AND gone.guest_id = $2 AND gone.left_at IS NULL
          AND (theirs.left_at IS NULL OR theirs.entered_at = gone.entered_at)
      ),
      twice AS (
        DELETE FROM segment_members later USING both_stays b
        WHERE later.organisation_id = $1 AND later.segment_id = b.segment_id
          AND CASE WHEN is_first THEN (later.guest_id, later.entered_at) = ($3, theirs_at)
              ELSE (later.guest_id, later.entered_at) = ($2, gone_at) END
        RETURNING later.segment_id, to_jsonb(later) AS row
      ),
      fewer AS (
        UPDATE segments SET members = members - 1 FROM twice
        WHERE segments.organisation_id = $1 AND segments.id = twice.segment_id
      )
      SELECT row FROM twice`,
    separate: `
      UPDATE segments SET members = members + 1 FROM jsonb_populate_recordset(NULL::segment_members, $3::jsonb) AS back
      WHERE segments.organisation_id = $1 AND segments.id = back.segment_id AND back.left_at IS NULL AND $2::uuid IS NOT NULL`,
  },
}
