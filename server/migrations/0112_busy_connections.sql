-- How large a delivery is, in the index by which deliveries are counted and listed: what an organisation keeps within its size is
-- found without reading the bodies. null: stored before this column, and not counted; it goes by its age.
ALTER TABLE connection_deliveries ADD COLUMN bytes integer;
CREATE INDEX connection_deliveries_sized ON connection_deliveries (organisation_id, connection_id, state, id) INCLUDE (received_at, bytes);
DROP INDEX connection_deliveries_listed;

-- New deliveries are read before those that are held and looked at again: an organisation can have 100,000 of these.
CREATE INDEX connection_deliveries_next ON connection_deliveries (state, due_at) WHERE state IN ('waiting', 'held');
DROP INDEX connection_deliveries_due;

-- Owners are also notified of a connection that refuses what it is sent.
ALTER TABLE connections DROP CONSTRAINT connections_trouble_check;
ALTER TABLE connections ADD CONSTRAINT connections_trouble_check
  CHECK (trouble IN ('fetching', 'unreadable', 'silent', 'refused'));
