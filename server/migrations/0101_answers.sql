-- What a guest answered to the question of a message. The first answer counts, so a row is never changed.
CREATE TABLE message_answers (
  organisation_id uuid NOT NULL,
  message_id      uuid NOT NULL,
  run_id          uuid NOT NULL,
  node_id         text NOT NULL,
  answer          jsonb NOT NULL CHECK (jsonb_typeof(answer) IN ('number', 'boolean')),
  answered_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, message_id)
);
-- What a run waits for.
CREATE INDEX message_answers_by_run ON message_answers (organisation_id, run_id);

ALTER TABLE message_answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE message_answers FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON message_answers TO millrace_engine USING (true);
CREATE POLICY tenant ON message_answers TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT ON message_answers TO millrace_tenant;
