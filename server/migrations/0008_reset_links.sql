-- The way back for a member who has forgotten their password. As sessions and setup links, not for requests to see:
-- nothing is granted to millrace_tenant.
CREATE TABLE reset_links (
  member_id       uuid PRIMARY KEY REFERENCES members ON DELETE CASCADE,
  hash            bytea NOT NULL UNIQUE,
  -- Whose owner made it; null for whoever runs the server.
  organisation_id uuid,
  made_by         text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  expires_at      timestamptz NOT NULL,
  -- Who is removed has no link of that organisation any more.
  FOREIGN KEY (organisation_id, member_id) REFERENCES memberships ON DELETE CASCADE
);

ALTER TABLE reset_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE reset_links FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON reset_links TO millrace_engine USING (true);
