-- By what guests are known: e-mail addresses, phone numbers, and ids in the systems of others. Each belongs to one guest of
-- the organisation, and its primary key is what makes two requests that claim it at the same moment agree on one guest.
CREATE TABLE guest_identifiers (
  organisation_id uuid NOT NULL,
  type            text NOT NULL CHECK (type IN ('email', 'phone', 'external_id')),
  -- Whose id it is. Empty: the organisation's own ids, and e-mail addresses and phone numbers, which are the same everywhere.
  system          text COLLATE "C" NOT NULL DEFAULT '' CHECK (system = '' OR type = 'external_id'),
  -- Normalised by identifier_value.
  value           text COLLATE "C" NOT NULL,
  guest_id        uuid NOT NULL,
  added_at        timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, type, system, value)
);
CREATE INDEX guest_identifiers_by_guest ON guest_identifiers (organisation_id, guest_id);

-- The one place where a value is normalised. The upper and lower case of an e-mail address mean the same person; phone
-- numbers arrive in E.164; the ids of others are exact.
CREATE FUNCTION identifier_value(p_type text, p_value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE p_type WHEN 'email' THEN lower(p_value) ELSE p_value END;

-- The e-mail address, phone number and external_id of a guest are identifiers of theirs, whichever statement writes them.
-- Several guests may have the same address, as families do: it identifies the one who had it first. When that guest
-- gets another one, it passes to the oldest of the others. An external_id is refused instead, as it always was.
--
-- Before the row is written: who finds or creates a guest claims the identifiers first as well, in the same order (see
-- src/guests/identifiers/add-identifiers.ts). After it, the two would wait for each other.
CREATE FUNCTION keep_identifiers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = millrace, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM guest_identifiers
    WHERE organisation_id = OLD.organisation_id AND guest_id = OLD.id AND system = '' AND (
      (type = 'email' AND value = OLD.email_key AND OLD.email_key IS DISTINCT FROM identifier_value('email', NEW.email))
      OR (type = 'phone' AND value = OLD.phone AND OLD.phone IS DISTINCT FROM NEW.phone)
      OR (type = 'external_id' AND value = OLD.external_id AND OLD.external_id IS DISTINCT FROM NEW.external_id));
    PERFORM pass_identifiers(OLD);
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

-- What a guest no longer has goes to the oldest of those who have it too.
CREATE FUNCTION pass_identifiers(p_guest guests) RETURNS void LANGUAGE sql AS $$
  INSERT INTO guest_identifiers (organisation_id, type, value, guest_id)
  (SELECT organisation_id, 'email', email_key, id FROM guests
   WHERE organisation_id = p_guest.organisation_id AND email_key = p_guest.email_key AND id <> p_guest.id
   ORDER BY id LIMIT 1)
  UNION ALL
  (SELECT organisation_id, 'phone', phone, id FROM guests
   WHERE organisation_id = p_guest.organisation_id AND phone_key = p_guest.phone AND id <> p_guest.id
   ORDER BY id LIMIT 1)
  ON CONFLICT DO NOTHING;
$$;

CREATE FUNCTION forget_identifiers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = millrace, pg_temp AS $$
BEGIN
  DELETE FROM guest_identifiers WHERE organisation_id = OLD.organisation_id AND guest_id = OLD.id;
  PERFORM pass_identifiers(OLD);
  RETURN NULL;
END $$;

CREATE TRIGGER identifiers_given BEFORE INSERT ON guests
  FOR EACH ROW WHEN (NEW.email IS NOT NULL OR NEW.phone IS NOT NULL OR NEW.external_id IS NOT NULL)
  EXECUTE FUNCTION keep_identifiers();
CREATE TRIGGER identifiers_changed BEFORE UPDATE OF email, phone, external_id ON guests
  FOR EACH ROW WHEN ((OLD.email, OLD.phone, OLD.external_id) IS DISTINCT FROM (NEW.email, NEW.phone, NEW.external_id))
  EXECUTE FUNCTION keep_identifiers();
CREATE TRIGGER identifiers_gone AFTER DELETE ON guests FOR EACH ROW EXECUTE FUNCTION forget_identifiers();

INSERT INTO guest_identifiers (organisation_id, type, value, guest_id, added_at)
SELECT DISTINCT ON (g.organisation_id, own.type, own.value) g.organisation_id, own.type, own.value, g.id, g.created_at
FROM guests g
CROSS JOIN LATERAL (VALUES ('email', g.email_key), ('phone', g.phone), ('external_id', g.external_id)) AS own (type, value)
WHERE own.value IS NOT NULL
ORDER BY g.organisation_id, own.type, own.value, g.id;

-- ── countries ──────────────────────────────────────────────────────────────────────────────────────────────

-- ISO 3166: by whose rules a phone number without a country code is read. The organisation's is among its settings.
ALTER TABLE venues ADD country text CHECK (country ~ '^[A-Z]{2}$');

-- ── consent ────────────────────────────────────────────────────────────────────────────────────────────────

-- What the sender of a consent said of it: when it was given, where, and in which words.
ALTER TABLE consent_changes
  ADD stated_at    timestamptz,
  ADD stated_where text,
  ADD stated_words text,
  DROP CONSTRAINT consent_changes_how_check,
  -- integration: another system, with an API key.
  ADD CONSTRAINT consent_changes_how_check CHECK (how IN ('registered', 'workflow', 'member', 'guest', 'integration'));

CREATE OR REPLACE FUNCTION record_consent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = millrace, pg_temp AS $$
DECLARE
  v_by jsonb := nullif(current_setting('millrace.changed_by', true), '')::jsonb;
BEGIN
  INSERT INTO consent_changes
    (organisation_id, guest_id, field, value, how, actor, reason, stated_at, stated_where, stated_words)
  SELECT NEW.organisation_id, NEW.id, field, after,
         coalesce(v_by ->> 'how', CASE TG_OP WHEN 'INSERT' THEN 'registered' ELSE 'workflow' END), v_by ->> 'actor',
         v_by ->> 'reason', (v_by #>> ARRAY['stated', field, 'at'])::timestamptz,
         v_by #>> ARRAY['stated', field, 'where'], v_by #>> ARRAY['stated', field, 'words']
  FROM (VALUES ('email_consent', OLD.email_consent, NEW.email_consent),
               ('sms_consent', OLD.sms_consent, NEW.sms_consent),
               ('do_not_contact', OLD.do_not_contact, NEW.do_not_contact)) AS c (field, before, after)
  WHERE after <> coalesce(before, false);
  RETURN NULL;
END $$;

-- A guest who never agreed can refuse as well. Nothing about the guest changes, so no trigger sees it; but from then on no
-- other system can make it a consent.
CREATE FUNCTION record_refusal(p_guest_id uuid, p_field text, p_by jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = millrace, pg_temp AS $$
  INSERT INTO consent_changes
    (organisation_id, guest_id, field, value, how, actor, stated_at, stated_where, stated_words)
  SELECT organisation_id, id, p_field, false, p_by ->> 'how', p_by ->> 'actor',
         (p_by #>> ARRAY['stated', p_field, 'at'])::timestamptz,
         p_by #>> ARRAY['stated', p_field, 'where'], p_by #>> ARRAY['stated', p_field, 'words']
  FROM guests
  WHERE organisation_id = current_setting('millrace.organisation_id')::uuid AND id = p_guest_id;
$$;

-- ── who may see what ───────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE guest_identifiers ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_identifiers FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_identifiers TO millrace_engine USING (true);
CREATE POLICY tenant ON guest_identifiers TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, DELETE ON guest_identifiers TO millrace_tenant;
