-- People: members, what they may do, how they come in; the audit as a chain; and what API keys were used for.

-- ── members ────────────────────────────────────────────────────────────────────────────────────────────────

-- A person with a password. What belongs to one organisation is in memberships; nobody is a member of none.
CREATE TABLE members (
  id         uuid PRIMARY KEY,
  email      text NOT NULL UNIQUE CHECK (email = lower(email)),
  name       text NOT NULL,
  -- Argon2id, as a PHC string.
  password   text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE memberships (
  organisation_id uuid NOT NULL REFERENCES organisations,
  member_id       uuid NOT NULL REFERENCES members,
  role            text NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  -- The venues they see; null for all of them.
  serials         text[],
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, member_id),
  CHECK (role <> 'owner' OR serials IS NULL)
);
CREATE INDEX memberships_by_member ON memberships (member_id);

-- Who leaves their last organisation leaves altogether, and may be invited anew.
CREATE FUNCTION forget_member_of_nothing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = millrace, pg_temp AS $$
BEGIN
  PERFORM FROM members WHERE id = OLD.member_id FOR UPDATE;
  DELETE FROM members WHERE id = OLD.member_id
    AND NOT EXISTS (SELECT FROM memberships WHERE member_id = OLD.member_id);
  RETURN NULL;
END $$;
CREATE TRIGGER last_membership AFTER DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION forget_member_of_nothing();

-- Found by the hash of what is in the cookie, before any organisation is known.
CREATE TABLE sessions (
  hash            bytea PRIMARY KEY,
  member_id       uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  -- The one they look at; null until they have chosen among several.
  organisation_id uuid,
  -- Where they signed in from, as limiters call it.
  address         text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  seen_at         timestamptz NOT NULL DEFAULT now(),
  -- When they last gave their password.
  confirmed_at    timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (organisation_id, member_id) REFERENCES memberships ON DELETE CASCADE
);
CREATE INDEX sessions_by_member ON sessions (member_id, organisation_id);

CREATE TABLE invitations (
  organisation_id uuid NOT NULL REFERENCES organisations,
  id              uuid NOT NULL,
  hash            bytea NOT NULL UNIQUE,
  email           text NOT NULL CHECK (email = lower(email)),
  role            text NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
  serials         text[],
  invited_by      text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, email),
  CHECK (role <> 'owner' OR serials IS NULL)
);

-- For the first member of an organisation; of one that is yet to be made where there is none.
CREATE TABLE setup_links (
  hash            bytea PRIMARY KEY,
  organisation_id uuid REFERENCES organisations,
  created_at      timestamptz NOT NULL DEFAULT now(),
  expires_at      timestamptz NOT NULL
);

-- The members of the organisation that the transaction names, for requests, which cannot read members itself.
CREATE FUNCTION organisation_members() RETURNS TABLE (
  id uuid, email text, name text, role text, serials text[], created_at timestamptz
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = millrace, pg_temp AS $$
  SELECT m.id, m.email, m.name, s.role, s.serials, s.created_at
  FROM memberships s JOIN members m ON m.id = s.member_id
  WHERE s.organisation_id = current_setting('millrace.organisation_id')::uuid
$$;

-- ── the audit is a chain ───────────────────────────────────────────────────────────────────────────────────

-- Each entry holds the hash of the one before it, so none can be changed or taken out unnoticed. The head knows the
-- last one, so that none can be taken off the end; its row is the lock under which entries get their place.
CREATE TABLE audit_heads (
  organisation_id uuid PRIMARY KEY REFERENCES organisations,
  sequence        bigint NOT NULL,
  hash            bytea NOT NULL
);

ALTER TABLE audit_entries
  ADD sequence      bigint,
  ADD previous_hash bytea,
  ADD hash          bytea;

CREATE FUNCTION audit_hash(p_previous bytea, p_entry audit_entries) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_previous || convert_to(jsonb_build_array(
    p_entry.organisation_id, p_entry.sequence, p_entry.id, (extract(epoch FROM p_entry.at) * 1000000)::bigint,
    p_entry.actor, p_entry.action, p_entry.subject, p_entry.detail)::text, 'UTF8'))
$$;

CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = millrace, pg_temp AS $$
BEGIN
  INSERT INTO audit_heads AS h (organisation_id, sequence, hash) VALUES (NEW.organisation_id, 1, '')
  ON CONFLICT (organisation_id) DO UPDATE SET sequence = h.sequence + 1
  RETURNING h.sequence, h.hash INTO NEW.sequence, NEW.previous_hash;
  NEW.hash := audit_hash(NEW.previous_hash, NEW);
  UPDATE audit_heads SET hash = NEW.hash WHERE organisation_id = NEW.organisation_id;
  RETURN NEW;
END $$;

CREATE TRIGGER chain BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

-- What was written before there was a chain is written again, in the order it was.
LOCK TABLE audit_entries IN EXCLUSIVE MODE;
ALTER TABLE audit_entries DISABLE TRIGGER append_only;
WITH unchained AS (DELETE FROM audit_entries RETURNING *)
INSERT INTO audit_entries (organisation_id, id, at, actor, action, subject, detail)
SELECT organisation_id, id, at, actor, action, subject, detail FROM unchained ORDER BY organisation_id, at, id;
ALTER TABLE audit_entries ENABLE TRIGGER append_only;
ALTER TABLE audit_entries
  ALTER sequence SET NOT NULL,
  ALTER previous_hash SET NOT NULL,
  ALTER hash SET NOT NULL,
  ADD UNIQUE (organisation_id, sequence);
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ── what keys were used for ────────────────────────────────────────────────────────────────────────────────

-- Requests of a key, without what was in them: all that were refused, and a sample of the others. Kept 7 days.
CREATE TABLE api_requests (
  organisation_id uuid NOT NULL,
  key_id          uuid NOT NULL,
  id              uuid NOT NULL,
  at              timestamptz NOT NULL,
  method          text NOT NULL,
  route           text NOT NULL,
  status          smallint NOT NULL,
  duration_ms     integer NOT NULL,
  -- Why it was refused.
  code            text,
  request_id      text NOT NULL,
  PRIMARY KEY (organisation_id, key_id, id)
);
-- Rows stand in the order of their time, so the range of each few pages is enough to find the old ones.
CREATE INDEX api_requests_age ON api_requests USING brin (at);

-- ── who may see what ───────────────────────────────────────────────────────────────────────────────────────

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY[
    'api_key_secrets', 'memberships', 'sessions', 'invitations', 'setup_links', 'audit_heads', 'api_requests'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY engine ON %I TO millrace_engine USING (true)', v_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO millrace_tenant
         USING (organisation_id = (SELECT current_setting(''millrace.organisation_id'')::uuid))', v_table);
  END LOOP;
END $$;

-- What members do. Passwords, sessions and setup links are not for requests to see.
GRANT SELECT, DELETE ON memberships TO millrace_tenant;
GRANT UPDATE (role, serials) ON memberships TO millrace_tenant;
GRANT SELECT, INSERT, DELETE ON invitations TO millrace_tenant;
GRANT UPDATE (id, hash, role, serials, invited_by, created_at, expires_at) ON invitations TO millrace_tenant;
GRANT SELECT ON audit_entries, api_requests TO millrace_tenant;
GRANT INSERT (organisation_id, id, actor, action, subject, detail) ON audit_entries TO millrace_tenant;
GRANT SELECT (client_id, name, requests_per_minute, created_at, last_used_at),
  INSERT (organisation_id, id, client_id, name, requests_per_minute),
  UPDATE (revoked_at) ON api_keys TO millrace_tenant;
GRANT SELECT (organisation_id, key_id, expires_at),
  INSERT (organisation_id, key_id, hash),
  UPDATE (expires_at) ON api_key_secrets TO millrace_tenant;
