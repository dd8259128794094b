-- Images of e-mails and brands, as they were re-encoded. `hash` is over the organisation and the bytes, so that it is
-- different for each organisation and names the image in its public address, which nobody can guess.
CREATE TABLE images (
  organisation_id uuid NOT NULL REFERENCES organisations,
  hash            bytea NOT NULL CHECK (octet_length(hash) = 32),
  type            text NOT NULL CHECK (type IN ('image/png', 'image/jpeg')),
  width           integer NOT NULL,
  height          integer NOT NULL,
  bytes           bytea NOT NULL,
  file_name       text NOT NULL,
  created_by      text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, hash)
);
-- They are compressed already.
ALTER TABLE images ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX images_by_hash ON images (hash);

ALTER TABLE images ENABLE ROW LEVEL SECURITY;
ALTER TABLE images FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON images TO millrace_engine USING (true);
CREATE POLICY tenant ON images TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, DELETE ON images TO millrace_tenant;
