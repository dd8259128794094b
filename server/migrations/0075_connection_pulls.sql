-- For a system without webhooks: a connection fetches an address at intervals, and each page becomes a delivery of the connection.

CREATE TABLE connection_pulls (
  organisation_id  uuid NOT NULL,
  connection_id    uuid NOT NULL,
  url              text NOT NULL,
  every_seconds    integer NOT NULL CHECK (every_seconds BETWEEN 60 AND 604800),
  -- How the secret is sent; in a header of this name.
  auth             text NOT NULL CHECK (auth IN ('none', 'bearer', 'basic', 'header')),
  header           text CHECK ((header IS NOT NULL) = (auth = 'header')),
  sealed_secret    text,
  -- A parameter of the address, and where a page says what comes next.
  cursor_parameter text,
  cursor_path      text CHECK ((cursor_path IS NULL) = (cursor_parameter IS NULL)),
  cursor_value     text,
  -- Of the last page, so that one that has not changed is not sent again.
  etag             text,
  last_modified    text,
  -- Pages since it was last due, and attempts in all: only the holder of the last may record a result.
  pages            integer NOT NULL DEFAULT 0,
  attempt          bigint NOT NULL DEFAULT 0,
  failures         integer NOT NULL DEFAULT 0,
  due_at           timestamptz NOT NULL DEFAULT now(),
  last_at          timestamptz,
  error            text,
  PRIMARY KEY (organisation_id, connection_id),
  FOREIGN KEY (organisation_id, connection_id) REFERENCES connections ON DELETE CASCADE
);
CREATE INDEX connection_pulls_due ON connection_pulls (due_at);

ALTER TABLE connection_pulls ENABLE ROW LEVEL SECURITY;
ALTER TABLE connection_pulls FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON connection_pulls TO millrace_engine USING (true);
CREATE POLICY tenant ON connection_pulls TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT ON connection_pulls TO millrace_tenant;
