-- Every run that ends asks whether anyone subscribed to it. One transaction ends up to a thousand of them, nearly always of an
-- organisation without subscriptions: it asks once for each organisation that follows another, and remembers that there are none until it
-- ends. It was a third of what it took to write where a run got to.
CREATE OR REPLACE FUNCTION note_run_finished() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('millrace.unsubscribed', true) = NEW.organisation_id::text THEN
    RETURN NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM millrace.subscriptions s WHERE s.organisation_id = NEW.organisation_id) THEN
    PERFORM set_config('millrace.unsubscribed', NEW.organisation_id::text, true);
  -- What test keys send stays here.
  ELSIF NEW.input ->> 'test' IS NULL THEN
    PERFORM millrace.note_for_subscriptions(NEW.organisation_id, NEW.guest_id, 'run.finished', jsonb_build_object(
      'run_id', NEW.id, 'workflow_id', NEW.workflow_id, 'workflow_version', NEW.workflow_version,
      'organisation_registration_id', NEW.guest_id, 'event_id', NEW.event_id, 'serials', NEW.input -> 'serials',
      'trigger', NEW.trigger, 'status', NEW.status, 'outcome', NEW.outcome, 'error_code', NEW.error ->> 'code'),
      coalesce((NEW.input ->> 'hops')::integer, 0) + 1);
  END IF;
  RETURN NULL;
END $$;
