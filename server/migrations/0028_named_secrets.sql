-- Credentials that workflows send to other services, by name. Until now they stood in the headers of webhooks: in drafts,
-- versions and exported files. Sealed with the master key, and never shown again. Each is for one host: an editor can
-- name a secret in a workflow, but cannot have it sent elsewhere to read it there.
CREATE TABLE named_secrets (
  organisation_id uuid NOT NULL REFERENCES organisations,
  name            text NOT NULL CHECK (name ~ '^[a-z][a-z0-9_]{0,49}$'),
  host            text NOT NULL CHECK (host = lower(host)),
  sealed          text NOT NULL,
  saved_by        text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, name)
);

ALTER TABLE named_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE named_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON named_secrets TO millrace_engine USING (true);
CREATE POLICY tenant ON named_secrets TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
-- A request can store a value, and cannot read one: not even sealed.
GRANT SELECT (organisation_id, name, host, saved_by, created_at, updated_at) ON named_secrets TO millrace_tenant;
GRANT INSERT, DELETE ON named_secrets TO millrace_tenant;
GRANT UPDATE (host, sealed, saved_by, updated_at) ON named_secrets TO millrace_tenant;

-- Whether an address is that of a member of the organisation that the request acts for. Requests do not see accounts.
CREATE FUNCTION member_addresses(p_organisation uuid, p_addresses text[]) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = millrace, pg_temp AS $$
  SELECT m.email FROM memberships s JOIN members m ON m.id = s.member_id
  WHERE s.organisation_id = p_organisation AND m.email = ANY (p_addresses)
    AND p_organisation::text = coalesce(nullif(current_setting('millrace.organisation_id', true), ''), p_organisation::text)
$$;
