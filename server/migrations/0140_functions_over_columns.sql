-- Functions of triggers that were given a whole row are given its columns. On several nodes a trigger belongs to the part of
-- its table that is on one of them, whose rows have a type of their own.

DROP FUNCTION pass_identifiers(guests);

-- What a guest no longer has goes to the oldest of those who have it too.
CREATE FUNCTION pass_identifiers(p_organisation uuid, p_guest uuid, p_email_key text, p_phone text) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO guest_identifiers (organisation_id, type, value, guest_id)
  (SELECT organisation_id, 'email', email_key, id FROM guests
   WHERE organisation_id = p_organisation AND email_key = p_email_key AND id <> p_guest
   ORDER BY id LIMIT 1)
  UNION ALL
  (SELECT organisation_id, 'phone', phone, id FROM guests
   WHERE organisation_id = p_organisation AND phone_key = p_phone AND id <> p_guest
   ORDER BY id LIMIT 1)
  ON CONFLICT DO NOTHING;
$$;

CREATE OR REPLACE FUNCTION keep_identifiers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = millrace, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM guest_identifiers
    WHERE organisation_id = OLD.organisation_id AND guest_id = OLD.id AND system = '' AND (
      (type = 'email' AND value = OLD.email_key AND OLD.email_key IS DISTINCT FROM identifier_value('email', NEW.email))
      OR (type = 'phone' AND value = OLD.phone AND OLD.phone IS DISTINCT FROM NEW.phone)
      OR (type = 'external_id' AND value = OLD.external_id AND OLD.external_id IS DISTINCT FROM NEW.external_id));
    PERFORM pass_identifiers(OLD.organisation_id, OLD.id, OLD.email_key, OLD.phone);
  END IF;
  INSERT INTO guest_identifiers (organisation_id, type, value, guest_id)
  SELECT NEW.organisation_id, type, identifier_value(type, value), NEW.id
  FROM (VALUES (1, 'email', NEW.email), (2, 'external_id', NEW.external_id), (3, 'phone', NEW.phone))
    AS own (place, type, value)
  WHERE value IS NOT NULL
  ORDER BY place
  ON CONFLICT DO NOTHING;
  IF NEW.external_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM guest_identifiers
    WHERE organisation_id = NEW.organisation_id AND type = 'external_id' AND system = '' AND value = NEW.external_id
      AND guest_id = NEW.id)
  THEN
    RAISE unique_violation USING MESSAGE = 'another guest has this external_id', CONSTRAINT = 'guests_external_id';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION forget_identifiers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = millrace, pg_temp AS $$
BEGIN
  DELETE FROM guest_identifiers WHERE organisation_id = OLD.organisation_id AND guest_id = OLD.id;
  PERFORM pass_identifiers(OLD.organisation_id, OLD.id, OLD.email_key, OLD.phone);
  RETURN NULL;
END $$;

-- As the user that migrates, who can become the owner of the audit log: see becomeAudit in server/src/db/migrate.ts.
RESET ROLE;
SET ROLE millrace_audit;
SET search_path = millrace_audit;

-- What the hash of an entry covers, besides the hash of the one before it.
CREATE FUNCTION entry_message(p_organisation uuid, p_sequence bigint, p_id uuid, p_at timestamptz, p_actor text, p_action text,
  p_subject text, p_detail jsonb) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT convert_to(jsonb_build_array(p_organisation, p_sequence, p_id, (extract(epoch FROM p_at) * 1000000)::bigint,
    p_actor, p_action, p_subject, p_detail)::text, 'UTF8')
$$;

-- For the previous release while it still serves, and for reading by hand.
CREATE OR REPLACE FUNCTION entry_message(p_entry entries) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT millrace_audit.entry_message(p_entry.organisation_id, p_entry.sequence, p_entry.id, p_entry.at, p_entry.actor,
    p_entry.action, p_entry.subject, p_entry.detail)
$$;

CREATE OR REPLACE FUNCTION chain_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
  v_data := NEW.previous_hash
    || entry_message(NEW.organisation_id, NEW.sequence, NEW.id, NEW.at, NEW.actor, NEW.action, NEW.subject, NEW.detail);
  NEW.keyed := v_key <> '';
  NEW.hash := CASE WHEN NEW.keyed
    THEN sha256(decode(substr(v_key, 129), 'hex') || sha256(decode(left(v_key, 128), 'hex') || v_data))
    ELSE sha256(v_data) END;
  UPDATE heads SET hash = NEW.hash WHERE organisation_id = NEW.organisation_id;
  RETURN NEW;
END $$;

SET ROLE millrace_engine;
SET search_path = millrace;
