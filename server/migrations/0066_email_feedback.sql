-- What the e-mail provider said about a message, each kind once: a report that comes again changes nothing, even if the
-- suppression that followed from it was lifted in the meantime.
CREATE TABLE message_reports (
  organisation_id uuid NOT NULL,
  message_id      uuid NOT NULL,
  kind            text NOT NULL
    CHECK (kind IN ('delivered', 'delayed', 'dropped', 'soft_bounce', 'hard_bounce', 'complaint')),
  provider        text NOT NULL CHECK (provider IN ('ses', 'postmark', 'sendgrid', 'mailgun')),
  -- The recipient of the message, in lower case.
  address         text NOT NULL,
  note            text CHECK (length(note) BETWEEN 1 AND 500),
  received_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, message_id, kind)
);
CREATE INDEX message_reports_by_address ON message_reports (organisation_id, address, received_at)
  WHERE kind IN ('soft_bounce', 'delivered');

-- What has arrived from each provider. The keys are in organisation_secrets.
CREATE TABLE email_feedback (
  organisation_id uuid NOT NULL REFERENCES organisations,
  provider        text NOT NULL CHECK (provider IN ('ses', 'postmark', 'sendgrid', 'mailgun')),
  recorded        bigint NOT NULL DEFAULT 0,
  unknown         bigint NOT NULL DEFAULT 0,
  refused         bigint NOT NULL DEFAULT 0,
  last_at         timestamptz,
  refused_at      timestamptz,
  refusal         text,
  PRIMARY KEY (organisation_id, provider)
);

-- Mailgun signs a token and not the body: each token counts for one body only.
CREATE TABLE email_feedback_tokens (
  organisation_id uuid NOT NULL REFERENCES organisations,
  token_hash      bytea NOT NULL,
  body_hash       bytea NOT NULL,
  taken_at        timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, token_hash)
);
CREATE INDEX email_feedback_tokens_by_time ON email_feedback_tokens (taken_at);

DO $$
DECLARE v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['message_reports', 'email_feedback', 'email_feedback_tokens'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY engine ON %I TO millrace_engine USING (true)', v_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO millrace_tenant
         USING (organisation_id = (SELECT current_setting(''millrace.organisation_id'')::uuid))', v_table);
  END LOOP;
END $$;
GRANT SELECT, INSERT ON message_reports, email_feedback_tokens TO millrace_tenant;
GRANT SELECT, INSERT, UPDATE ON email_feedback TO millrace_tenant;
