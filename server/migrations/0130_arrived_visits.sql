-- Entries of the ledger as they arrive: those of a batch of events in one row, without an index for each. Workers enter
-- them into `visits`, where all entries of a guest are beside each other; every reader sees an entry in one of the two
-- tables, because one statement deletes it here and inserts it there.
CREATE TABLE arrived_visits (
  organisation_id uuid NOT NULL,
  id              uuid NOT NULL,
  -- When an entry was that says nothing else.
  arrived_at      timestamptz NOT NULL,
  -- Beside each other: the guest, the event, and a list of the other values.
  guest_ids       uuid[] NOT NULL,
  event_ids       uuid[] NOT NULL,
  entries         json NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
-- A row is read within a second or so, and then deleted: nothing of it is worth compressing.
ALTER TABLE arrived_visits SET (toast_tuple_target = 8160);
ALTER TABLE arrived_visits ALTER guest_ids SET STORAGE EXTERNAL;
ALTER TABLE arrived_visits ALTER event_ids SET STORAGE EXTERNAL;
ALTER TABLE arrived_visits ALTER entries SET STORAGE EXTERNAL;

ALTER TABLE arrived_visits ENABLE ROW LEVEL SECURITY;
ALTER TABLE arrived_visits FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON arrived_visits TO millrace_engine USING (true);
CREATE POLICY tenant ON arrived_visits TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, DELETE ON arrived_visits TO millrace_tenant;
