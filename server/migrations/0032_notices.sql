-- What Millrace writes to members: reminders and warnings. A notice is written with what caused it, and is due until it was
-- sent or given up. Messages to guests are in messages.
CREATE TABLE notices (
  organisation_id uuid NOT NULL REFERENCES organisations,
  id              uuid NOT NULL,
  kind            text NOT NULL,
  channel         text NOT NULL CHECK (channel IN ('email', 'webhook')),
  recipient       text NOT NULL,
  content         jsonb NOT NULL,
  attempt         integer NOT NULL DEFAULT 0,
  due_at          timestamptz DEFAULT now(),
  sent_at         timestamptz,
  error           text,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX notices_due ON notices (due_at) WHERE due_at IS NOT NULL;

ALTER TABLE notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE notices FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON notices TO millrace_engine USING (true);
CREATE POLICY tenant ON notices TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT INSERT (organisation_id, id, kind, channel, recipient, content) ON notices TO millrace_tenant;
