-- Workflows that seem to trigger themselves: a webhook of theirs leads to an event that starts them again. One row for each
-- workflow, with the last time and guest; the home page shows it.
CREATE TABLE loop_alerts (
  organisation_id uuid NOT NULL REFERENCES organisations,
  workflow_id     uuid NOT NULL,
  guest_id        uuid NOT NULL,
  seen_at         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, workflow_id)
);

ALTER TABLE loop_alerts ENABLE ROW LEVEL SECURITY;
ALTER TABLE loop_alerts FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON loop_alerts TO millrace_engine USING (true);
CREATE POLICY tenant ON loop_alerts TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT ON loop_alerts TO millrace_tenant;
GRANT UPDATE (guest_id, seen_at) ON loop_alerts TO millrace_tenant;
