-- Addresses and numbers to which nothing more is sent, whoever has them: a provider said that they do not exist or that
-- their owner complained, or a member entered them. A lifted one stays, with who lifted it and why.
CREATE TABLE suppressions (
  organisation_id uuid NOT NULL REFERENCES organisations,
  id              uuid NOT NULL,
  channel         text NOT NULL CHECK (channel IN ('email', 'sms')),
  -- An e-mail address in lower case, or a number in E.164.
  address         text NOT NULL CHECK (length(address) BETWEEN 1 AND 254),
  reason          text NOT NULL CHECK (reason IN ('hard_bounce', 'soft_bounces', 'complaint', 'member')),
  -- The provider, 'dashboard' or 'cli'.
  source          text NOT NULL CHECK (length(source) BETWEEN 1 AND 100),
  -- What the provider said, or why the member entered it.
  note            text CHECK (length(note) BETWEEN 1 AND 500),
  since           timestamptz NOT NULL DEFAULT now(),
  lifted_at       timestamptz,
  lifted_by       text,
  lifted_because  text CHECK (length(lifted_because) BETWEEN 1 AND 500),
  PRIMARY KEY (organisation_id, id)
);
CREATE UNIQUE INDEX suppressions_in_force ON suppressions (organisation_id, channel, address) WHERE lifted_at IS NULL;
CREATE INDEX suppressions_by_address ON suppressions (organisation_id, address text_pattern_ops);
ALTER TABLE suppressions ENABLE ROW LEVEL SECURITY;
ALTER TABLE suppressions FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON suppressions TO millrace_engine USING (true);
CREATE POLICY tenant ON suppressions TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, UPDATE ON suppressions TO millrace_tenant;
