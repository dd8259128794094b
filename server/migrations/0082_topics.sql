-- What marketing is about. A guest who agreed to marketing can turn single topics off; who has turned nothing off gets all.
ALTER TABLE guests ADD COLUMN topics_off text[] NOT NULL DEFAULT '{}';

-- A message about a topic is not sent any more when the guest turns the topic off.
ALTER TABLE messages ADD COLUMN topic text;

ALTER TABLE consent_changes
  DROP CONSTRAINT consent_changes_field_check,
  -- topic:ID is a topic that was turned off (false) or on again (true).
  ADD CONSTRAINT consent_changes_field_check
    CHECK (field IN ('email_consent', 'sms_consent', 'do_not_contact') OR field LIKE 'topic:_%');

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
    UNION ALL SELECT 'topic:' || topic, false FROM unnest(NEW.topics_off) AS topic WHERE topic <> ALL (v_before)
    UNION ALL SELECT 'topic:' || topic, true FROM unnest(v_before) AS topic WHERE topic <> ALL (NEW.topics_off)
  ) AS changed;
  RETURN NULL;
END $$;

DROP TRIGGER consent_changed ON guests;
CREATE TRIGGER consent_changed AFTER UPDATE OF email_consent, sms_consent, do_not_contact, topics_off ON guests FOR EACH ROW
  WHEN (OLD.email_consent IS DISTINCT FROM NEW.email_consent OR OLD.sms_consent IS DISTINCT FROM NEW.sms_consent
        OR OLD.do_not_contact IS DISTINCT FROM NEW.do_not_contact OR OLD.topics_off IS DISTINCT FROM NEW.topics_off)
  EXECUTE FUNCTION record_consent();
DROP TRIGGER consent_given ON guests;
CREATE TRIGGER consent_given AFTER INSERT ON guests FOR EACH ROW
  WHEN (NEW.email_consent OR NEW.sms_consent OR NEW.do_not_contact OR NEW.topics_off <> '{}')
  EXECUTE FUNCTION record_consent();

-- An undo restores the guests as they were, without topics until now.
UPDATE guest_merges
SET undo = undo || jsonb_build_object(
  'merged', undo -> 'merged' || '{"topics_off": []}', 'before', undo -> 'before' || '{"topics_off": []}',
  'after', undo -> 'after' || '{"topics_off": []}')
WHERE undo IS NOT NULL;
