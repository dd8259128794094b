-- A repair compares what stored deliveries would make by the present mapping with the events that they made. Its background job
-- stores each difference here; another job applies the new ones.

CREATE TABLE connection_differences (
  organisation_id uuid NOT NULL,
  job_id          uuid NOT NULL,
  -- new: an event that would be made. changed: one that exists, and would be another. gone: one that would not be made.
  kind            text NOT NULL CHECK (kind IN ('new', 'changed', 'gone')),
  -- SHA-256 of the identity of an event that is new, or of the id of one that exists.
  digest          bytea NOT NULL,
  connection_id   uuid NOT NULL,
  delivery_id     uuid NOT NULL,
  event_id        uuid,
  -- What is different about an event that is changed.
  fields          text[] NOT NULL DEFAULT '{}',
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, job_id, kind, digest),
  FOREIGN KEY (organisation_id, connection_id) REFERENCES connections
);
CREATE INDEX connection_differences_delivery ON connection_differences (organisation_id, job_id, kind, delivery_id);
CREATE INDEX connection_differences_connection ON connection_differences (organisation_id, connection_id);
CREATE INDEX connection_differences_age ON connection_differences (created_at);

ALTER TABLE undertakings DROP CONSTRAINT undertakings_kind_check;
ALTER TABLE undertakings ADD CONSTRAINT undertakings_kind_check
  CHECK (kind IN ('push', 'comparison', 'retry', 'visits', 'import', 'repair'));

ALTER TABLE connection_differences ENABLE ROW LEVEL SECURITY;
ALTER TABLE connection_differences FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON connection_differences TO millrace_engine USING (true);
CREATE POLICY tenant ON connection_differences TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT ON connection_differences TO millrace_tenant;
