-- How far each reader of the audit log has come, for each organisation: `watch` looks for what is suspicious, `stream` and
-- `alerts` send entries to the operator. Entries that were there before are history to the watch, and new to the others.
CREATE TABLE audit_readers (
  organisation_id uuid NOT NULL REFERENCES organisations,
  reader          text NOT NULL CHECK (reader IN ('watch', 'stream', 'alerts')),
  sequence        bigint NOT NULL,
  claimed_until   timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (organisation_id, reader)
);
ALTER TABLE audit_readers ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_readers FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON audit_readers TO millrace_engine USING (true);
INSERT INTO audit_readers (organisation_id, reader, sequence)
  SELECT organisation_id, 'watch', sequence FROM millrace_audit.heads;

-- Where keys were used from. The first network of a key is no news.
CREATE TABLE api_key_networks (
  organisation_id uuid NOT NULL,
  key_id          uuid NOT NULL,
  network         text NOT NULL,
  seen_at         timestamptz NOT NULL DEFAULT now(),
  reported        boolean NOT NULL,
  PRIMARY KEY (organisation_id, key_id, network)
);
CREATE INDEX api_key_networks_unreported ON api_key_networks (seen_at) WHERE NOT reported;
ALTER TABLE api_key_networks ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_key_networks FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON api_key_networks TO millrace_engine USING (true);

-- Refused requests are looked for every few seconds, and are few among all.
CREATE INDEX api_requests_refused ON api_requests (at) WHERE status IN (401, 403, 429);
