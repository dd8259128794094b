-- As 0124, for events.
-- build first: events (guest_id, id)
LOCK TABLE events IN ACCESS EXCLUSIVE MODE;
DROP INDEX events_by_guest;
CREATE INDEX events_by_guest ON events (guest_id, id);
