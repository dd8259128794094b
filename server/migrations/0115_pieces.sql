-- What several e-mails share: some blocks, or a whole e-mail, under a name. Documents refer to it by its key, and get the
-- version that is the newest when a guest gets the e-mail. Versions are only added, so that what was sent can be explained.
CREATE TABLE pieces (
  organisation_id uuid NOT NULL REFERENCES organisations,
  key             text NOT NULL CHECK (key ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  name            text NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('blocks', 'email')),
  version         integer NOT NULL CHECK (version > 0),
  PRIMARY KEY (organisation_id, key)
);
CREATE UNIQUE INDEX pieces_by_name ON pieces (organisation_id, lower(name));

CREATE TABLE piece_versions (
  organisation_id uuid NOT NULL,
  key             text NOT NULL,
  version         integer NOT NULL CHECK (version > 0),
  content         jsonb NOT NULL,
  restored_from   integer,
  created_by      text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, key, version),
  FOREIGN KEY (organisation_id, key) REFERENCES pieces
);

ALTER TABLE pieces ENABLE ROW LEVEL SECURITY;
ALTER TABLE pieces FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON pieces TO millrace_engine USING (true);
CREATE POLICY tenant ON pieces TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON pieces TO millrace_tenant;

ALTER TABLE piece_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE piece_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON piece_versions TO millrace_engine USING (true);
CREATE POLICY tenant ON piece_versions TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, DELETE ON piece_versions TO millrace_tenant;
