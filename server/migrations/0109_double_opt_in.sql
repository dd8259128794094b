-- A consent to e-mail that came through another system, until the guest confirms it by a link: since when it waits for that, and the
-- address that the latest link was sent to.
ALTER TABLE guests ADD COLUMN email_asked_at timestamptz, ADD COLUMN email_asked_for text;

CREATE INDEX guests_to_ask ON guests (organisation_id, id)
  WHERE email_asked_at IS NOT NULL AND NOT email_consent AND NOT do_not_contact AND email_key IS NOT NULL
    AND email_asked_for IS DISTINCT FROM email_key;

ALTER TABLE consent_changes
  DROP CONSTRAINT consent_changes_field_check,
  -- email_asked is a consent that waits for the guest: it is none yet.
  ADD CONSTRAINT consent_changes_field_check
    CHECK (field IN ('email_consent', 'sms_consent', 'do_not_contact', 'email_asked') OR field LIKE 'topic:_%');

CREATE OR REPLACE FUNCTION record_consent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = millrace, pg_temp AS $$
DECLARE
  v_by     jsonb := nullif(current_setting('millrace.changed_by', true), '')::jsonb;
  v_stated jsonb := coalesce(v_by #> ARRAY['stated_of', NEW.id::text], v_by -> 'stated');
  v_before text[] := CASE TG_OP WHEN 'INSERT' THEN '{}' ELSE OLD.topics_off END;
BEGIN
  INSERT INTO consent_changes
    (organisation_id, guest_id, field, value, how, actor, reason, stated_at, stated_where, stated_words)
  SELECT NEW.organisation_id, NEW.id, field, after,
         coalesce(v_by ->> 'how', CASE TG_OP WHEN 'INSERT' THEN 'registered' ELSE 'workflow' END), v_by ->> 'actor',
         v_by ->> 'reason', (v_stated #>> ARRAY[field, 'at'])::timestamptz,
         v_stated #>> ARRAY[field, 'where'], v_stated #>> ARRAY[field, 'words']
  FROM (
    SELECT field, after
    FROM (VALUES ('email_consent', OLD.email_consent, NEW.email_consent),
                 ('sms_consent', OLD.sms_consent, NEW.sms_consent),
                 ('do_not_contact', OLD.do_not_contact, NEW.do_not_contact)) AS c (field, before, after)
    WHERE after <> coalesce(before, false)
    UNION ALL SELECT 'email_asked', true WHERE NEW.email_asked_at IS NOT NULL AND NEW.email_asked_at IS DISTINCT FROM OLD.email_asked_at
    UNION ALL SELECT 'topic:' || topic, false FROM unnest(NEW.topics_off) AS topic WHERE topic <> ALL (v_before)
    UNION ALL SELECT 'topic:' || topic, true FROM unnest(v_before) AS topic WHERE topic <> ALL (NEW.topics_off)
  ) AS changed;
  RETURN NULL;
END $$;

DROP TRIGGER consent_changed ON guests;
CREATE TRIGGER consent_changed AFTER UPDATE OF email_consent, sms_consent, do_not_contact, topics_off, email_asked_at ON guests
  FOR EACH ROW
  WHEN (OLD.email_consent IS DISTINCT FROM NEW.email_consent OR OLD.sms_consent IS DISTINCT FROM NEW.sms_consent
        OR OLD.do_not_contact IS DISTINCT FROM NEW.do_not_contact OR OLD.topics_off IS DISTINCT FROM NEW.topics_off
        OR OLD.email_asked_at IS DISTINCT FROM NEW.email_asked_at)
  EXECUTE FUNCTION record_consent();
DROP TRIGGER consent_given ON guests;
CREATE TRIGGER consent_given AFTER INSERT ON guests FOR EACH ROW
  WHEN (NEW.email_consent OR NEW.sms_consent OR NEW.do_not_contact OR NEW.topics_off <> '{}' OR NEW.email_asked_at IS NOT NULL)
  EXECUTE FUNCTION record_consent();

-- Nobody has agreed yet.
DROP TRIGGER subscribed ON consent_changes;
CREATE TRIGGER subscribed AFTER INSERT ON consent_changes FOR EACH ROW WHEN (NEW.field <> 'email_asked')
  EXECUTE FUNCTION note_consent_changed();

-- The e-mail with the link is of no run, and has its own id in place of one.
CREATE OR REPLACE FUNCTION note_message_bounced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM millrace.note_for_subscriptions(NEW.organisation_id, NEW.guest_id, 'message.bounced', jsonb_build_object(
    'message_id', NEW.id, 'run_id', nullif(NEW.run_id, NEW.id), 'organisation_registration_id', NEW.guest_id,
    'channel', NEW.channel, 'kind', CASE NEW.channel WHEN 'sms' THEN 'undelivered' ELSE 'hard_bounce' END));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_bounce_reported() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM millrace.note_for_subscriptions(m.organisation_id, m.guest_id, 'message.bounced', jsonb_build_object(
    'message_id', m.id, 'run_id', nullif(m.run_id, m.id), 'organisation_registration_id', m.guest_id,
    'channel', m.channel, 'kind', NEW.kind))
  FROM millrace.messages m
  WHERE m.organisation_id = NEW.organisation_id AND m.id = NEW.message_id AND m.guest_id IS NOT NULL;
  RETURN NULL;
END $$;
