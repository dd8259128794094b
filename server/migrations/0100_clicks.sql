-- How often a guest followed a link of a message. There is a row for each link that was followed at least once.
CREATE TABLE message_clicks (
  organisation_id uuid NOT NULL,
  message_id      uuid NOT NULL,
  url             text NOT NULL CHECK (length(url) <= 2000),
  run_id          uuid NOT NULL,
  node_id         text NOT NULL,
  clicks          integer NOT NULL DEFAULT 1,
  first_at        timestamptz NOT NULL DEFAULT now(),
  last_at         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, message_id, url)
);
-- What a run waits for, and how many runs of a workflow were followed by a click.
CREATE INDEX message_clicks_by_run ON message_clicks (organisation_id, run_id);

ALTER TABLE message_clicks ENABLE ROW LEVEL SECURITY;
ALTER TABLE message_clicks FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON message_clicks TO millrace_engine USING (true);
CREATE POLICY tenant ON message_clicks TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, UPDATE (clicks, last_at) ON message_clicks TO millrace_tenant;
