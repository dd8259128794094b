/** Which rows are of a connection that was deleted. */
export const ofDeleted = `(organisation_id, connection_id) IN (
  SELECT organisation_id, id FROM connections WHERE deleted_at IS NOT NULL)`
