-- When something happened, where the sender said so: events can be sent later, and those of years ago as history.
ALTER TABLE events ADD occurred_at timestamptz;

-- history: it starts, wakes and ends nothing, so it is no event that no workflow matched either.
ALTER TABLE events
  DROP CONSTRAINT events_status_check,
  ADD CONSTRAINT events_status_check CHECK (status IN ('routed', 'unrouted', 'history'));
