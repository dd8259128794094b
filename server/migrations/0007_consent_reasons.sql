-- Why a person changed what a guest agreed to, in their own words. It stands with the change, and goes with it when the
-- guest is erased.
ALTER TABLE consent_changes ADD COLUMN reason text CHECK (length(reason) BETWEEN 1 AND 500);

CREATE OR REPLACE FUNCTION record_consent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = millrace, pg_temp AS $$
DECLARE
  v_by jsonb := nullif(current_setting('millrace.changed_by', true), '')::jsonb;
BEGIN
  INSERT INTO consent_changes (organisation_id, guest_id, field, value, how, actor, reason)
  SELECT NEW.organisation_id, NEW.id, field, after,
         coalesce(v_by ->> 'how', CASE TG_OP WHEN 'INSERT' THEN 'registered' ELSE 'workflow' END), v_by ->> 'actor',
         v_by ->> 'reason'
  FROM (VALUES ('email_consent', OLD.email_consent, NEW.email_consent),
               ('sms_consent', OLD.sms_consent, NEW.sms_consent),
               ('do_not_contact', OLD.do_not_contact, NEW.do_not_contact)) AS c (field, before, after)
  WHERE after <> coalesce(before, false);
  RETURN NULL;
END $$;
