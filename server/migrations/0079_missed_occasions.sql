-- Guests who were due and not considered, because the workflow was paused or the server was off, until a person decides. wanted: they
-- are to be started, and a worker does it.
CREATE TABLE missed_occasions (
  organisation_id uuid NOT NULL,
  workflow_id     uuid NOT NULL,
  guest_id        uuid NOT NULL,
  -- As in the table occasions.
  occasion        text NOT NULL,
  id              uuid NOT NULL,
  -- What starts the workflow: a new version can be started by something else.
  trigger         text NOT NULL CHECK (trigger IN ('date', 'absence', 'segment')),
  serial          text,
  -- What the run would have read as parameters of its event.
  parameters      jsonb NOT NULL,
  due_at          timestamptz NOT NULL,
  because         text NOT NULL CHECK (because IN ('workflow_paused', 'too_late')),
  wanted          boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organisation_id, workflow_id, guest_id, occasion)
);
CREATE INDEX missed_occasions_listed ON missed_occasions (organisation_id, workflow_id, id) WHERE NOT wanted;
CREATE INDEX missed_occasions_wanted ON missed_occasions (organisation_id, workflow_id, id) WHERE wanted;
CREATE INDEX missed_occasions_of_guest ON missed_occasions (organisation_id, guest_id);

ALTER TABLE missed_occasions ENABLE ROW LEVEL SECURITY;
ALTER TABLE missed_occasions FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON missed_occasions TO millrace_engine USING (true);
CREATE POLICY tenant ON missed_occasions TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
-- Members decide, publish, and delete guests.
GRANT SELECT, DELETE ON missed_occasions TO millrace_tenant;
GRANT UPDATE (wanted) ON missed_occasions TO millrace_tenant;
