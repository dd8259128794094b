-- The audit log gets a schema and an owner of its own: millrace_audit, which the application cannot become. Until now its
-- tables belonged to millrace_engine, which could switch their triggers off and write the log anew. The schema is separate
-- because the owner of a schema can drop every table in it.
--
-- Each new entry is chained with an HMAC, under a key that is not in the database: see server/src/organisations/audit-key.ts.

DROP TRIGGER chain ON audit_entries;
DROP TRIGGER append_only ON audit_entries;
DROP TRIGGER never_emptied ON audit_entries;
DROP FUNCTION chain_audit_entry();
DROP FUNCTION audit_hash(bytea, audit_entries);
DROP POLICY engine ON audit_entries;
DROP POLICY tenant ON audit_entries;
DROP POLICY engine ON audit_heads;
DROP POLICY tenant ON audit_heads;
REVOKE ALL ON audit_entries, audit_heads FROM millrace_tenant;
REVOKE INSERT (organisation_id, id, actor, action, subject, detail) ON audit_entries FROM millrace_tenant;

-- As the user that migrates, who can become both owners: see becomeAudit in server/src/db/migrate.ts.
RESET ROLE;
CREATE SCHEMA millrace_audit AUTHORIZATION millrace_audit;
ALTER TABLE audit_entries SET SCHEMA millrace_audit;
ALTER TABLE audit_heads SET SCHEMA millrace_audit;
ALTER TABLE millrace_audit.audit_entries RENAME TO entries;
ALTER TABLE millrace_audit.audit_heads RENAME TO heads;
ALTER TABLE millrace_audit.entries OWNER TO millrace_audit;
ALTER TABLE millrace_audit.heads OWNER TO millrace_audit;

SET ROLE millrace_audit;
SET search_path = millrace_audit;

-- Entries that were written before there was a key stay as they are.
ALTER TABLE entries ADD keyed boolean NOT NULL DEFAULT false;

-- What the hash of an entry covers, besides the hash of the one before it.
CREATE FUNCTION entry_message(p_entry entries) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT convert_to(jsonb_build_array(
    p_entry.organisation_id, p_entry.sequence, p_entry.id, (extract(epoch FROM p_entry.at) * 1000000)::bigint,
    p_entry.actor, p_entry.action, p_entry.subject, p_entry.detail)::text, 'UTF8')
$$;

-- The connection brings the key as the two pads of HMAC-SHA-256 in hexadecimal. Without it, as for the release before
-- this one, the entry is chained without a key, and `millrace audit verify` says so.
CREATE FUNCTION chain_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = millrace_audit, pg_temp AS $$
DECLARE
  v_key  text := coalesce(current_setting('millrace.audit_key', true), '');
  v_data bytea;
BEGIN
  IF v_key = 'missing' THEN
    RAISE EXCEPTION 'The audit log is signed with a key that the master key protects. Set MILLRACE_SECRET to the master key of this installation.'
      USING ERRCODE = 'invalid_authorization_specification';
  END IF;
  INSERT INTO heads AS h (organisation_id, sequence, hash) VALUES (NEW.organisation_id, 1, '')
  ON CONFLICT (organisation_id) DO UPDATE SET sequence = h.sequence + 1
  RETURNING h.sequence, h.hash INTO NEW.sequence, NEW.previous_hash;
  v_data := NEW.previous_hash || entry_message(NEW);
  NEW.keyed := v_key <> '';
  NEW.hash := CASE WHEN NEW.keyed
    THEN sha256(decode(substr(v_key, 129), 'hex') || sha256(decode(left(v_key, 128), 'hex') || v_data))
    ELSE sha256(v_data) END;
  UPDATE heads SET hash = NEW.hash WHERE organisation_id = NEW.organisation_id;
  RETURN NEW;
END $$;

-- A function for this purpose only: the one that other tables share belongs to millrace_engine, which could replace it.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the audit log are never changed' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER chain BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION chain_entry();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE POLICY audit ON entries TO millrace_audit USING (true);
CREATE POLICY audit ON heads TO millrace_audit USING (true);
CREATE POLICY engine ON entries TO millrace_engine USING (true);
CREATE POLICY engine ON heads TO millrace_engine USING (true);
CREATE POLICY tenant ON entries TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
CREATE POLICY tenant ON heads TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));

GRANT USAGE ON SCHEMA millrace_audit TO millrace_engine, millrace_tenant;
GRANT SELECT ON entries, heads TO millrace_engine, millrace_tenant;
GRANT INSERT (organisation_id, id, actor, action, subject, detail) ON entries TO millrace_engine, millrace_tenant;

SET ROLE millrace_engine;
SET search_path = millrace;

-- For the previous release while it still serves, and for reading by hand: rows go where they belong, under the same
-- rights. This release uses the tables themselves, which no view can stand in front of.
CREATE VIEW audit_entries WITH (security_invoker) AS
  SELECT organisation_id, id, at, actor, action, subject, detail, sequence, previous_hash, hash FROM millrace_audit.entries;
GRANT SELECT, INSERT ON audit_entries TO millrace_tenant;
