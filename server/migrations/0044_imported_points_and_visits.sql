-- How many points an import gave a guest, or took: the undo takes back what is still there.
ALTER TABLE guest_import_changes ADD points bigint NOT NULL DEFAULT 0;

-- The events that an import of visits has stored, for the undo. They are history: nothing refers to them.
CREATE TABLE guest_import_events (
  organisation_id uuid NOT NULL,
  import_id       uuid NOT NULL,
  event_id        uuid NOT NULL,
  guest_id        uuid NOT NULL,
  PRIMARY KEY (organisation_id, import_id, event_id),
  FOREIGN KEY (organisation_id, import_id) REFERENCES guest_imports ON DELETE CASCADE
);
CREATE INDEX guest_import_events_by_guest ON guest_import_events (organisation_id, guest_id);

ALTER TABLE guest_import_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_import_events FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_import_events TO millrace_engine USING (true);
-- A request has nothing to do with them.
CREATE POLICY tenant ON guest_import_events TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
