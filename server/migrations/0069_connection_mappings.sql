-- The mapping of a connection can be changed. Every version is kept: who saved it, and when.

CREATE TABLE connection_mappings (
  organisation_id uuid NOT NULL,
  connection_id   uuid NOT NULL,
  version         integer NOT NULL,
  mapping         jsonb NOT NULL,
  -- null: the vendor's own, with which a connection begins.
  actor           text,
  -- The earlier version that this one repeats.
  restored_from   integer,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, connection_id, version),
  FOREIGN KEY (organisation_id, connection_id) REFERENCES connections
);

-- Deliveries are read by connections.mapping, which is this version.
ALTER TABLE connections ADD COLUMN mapping_version integer NOT NULL DEFAULT 1;

INSERT INTO connection_mappings (organisation_id, connection_id, version, mapping, created_at)
SELECT organisation_id, id, 1, mapping, created_at FROM connections;

-- A delivery that is read again by another mapping: which events it has made, and under which names these are known.
CREATE INDEX connection_events_delivery ON connection_events (organisation_id, delivery_id);
CREATE INDEX connection_events_event ON connection_events (organisation_id, event_id);

ALTER TABLE connection_mappings ENABLE ROW LEVEL SECURITY;
ALTER TABLE connection_mappings FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON connection_mappings TO millrace_engine USING (true);
CREATE POLICY tenant ON connection_mappings TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT ON connection_mappings TO millrace_tenant;
