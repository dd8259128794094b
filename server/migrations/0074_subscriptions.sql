-- Out again: what happens is sent to the addresses that an organisation has subscribed. Each thing that happens becomes a row for
-- each subscription, in the transaction in which it happened, by triggers: whoever ends a run, from wherever, cannot forget it.

CREATE TABLE subscriptions (
  organisation_id uuid NOT NULL REFERENCES organisations,
  id              uuid NOT NULL,
  name            text NOT NULL,
  url             text NOT NULL,
  events          text[] NOT NULL CHECK (events <> '{}'),
  -- null: no master key opens it any longer. The previous one signs too, for a day.
  sealed_secret   text,
  sealed_previous text,
  previous_until  timestamptz,
  -- Since then, what happens is stored and waits.
  paused_at       timestamptz,
  paused_because  text CHECK (paused_because IN ('member', 'failing', 'gone')),
  -- Since then, no attempt has succeeded.
  failing_since   timestamptz,
  created_by      text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  -- It receives and shows nothing. Its rows are deleted in portions, and then it.
  deleted_at      timestamptz,
  PRIMARY KEY (organisation_id, id)
);

CREATE UNIQUE INDEX subscriptions_by_name ON subscriptions (organisation_id, lower(name)) WHERE deleted_at IS NULL;

CREATE TABLE subscription_deliveries (
  organisation_id uuid NOT NULL,
  -- The webhook-id of every attempt.
  id              uuid NOT NULL DEFAULT gen_random_uuid(),
  subscription_id uuid NOT NULL,
  -- The order in which deliveries about one guest are sent.
  sequence        bigint GENERATED ALWAYS AS IDENTITY,
  -- null: a test.
  guest_id        uuid,
  type            text NOT NULL,
  data            jsonb NOT NULL,
  occurred_at     timestamptz NOT NULL DEFAULT now(),
  -- How many webhooks in a row it is, as by a webhook of a workflow: an event that a receiver sends because of it carries it on.
  hops            integer NOT NULL DEFAULT 1,
  state           text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  -- Of all attempts, the last one: only its holder may record a result. And how many there were since it was last put in line.
  attempt         integer NOT NULL DEFAULT 0,
  tries           integer NOT NULL DEFAULT 0,
  due_at          timestamptz NOT NULL DEFAULT now(),
  settled_at      timestamptz,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, subscription_id) REFERENCES subscriptions
);
CREATE INDEX subscription_deliveries_due ON subscription_deliveries (organisation_id, subscription_id, due_at)
  WHERE state = 'waiting';
CREATE INDEX subscription_deliveries_order ON subscription_deliveries (organisation_id, subscription_id, guest_id, sequence)
  WHERE state = 'waiting';
CREATE INDEX subscription_deliveries_newest ON subscription_deliveries (organisation_id, subscription_id, sequence);
CREATE INDEX subscription_deliveries_guest ON subscription_deliveries (organisation_id, guest_id);
CREATE INDEX subscription_deliveries_age ON subscription_deliveries (occurred_at);

CREATE TABLE subscription_attempts (
  organisation_id uuid NOT NULL,
  delivery_id     uuid NOT NULL,
  attempt         integer NOT NULL,
  at              timestamptz NOT NULL,
  duration_ms     integer NOT NULL,
  -- The status of the answer, if there was one.
  status          integer,
  -- null: it was delivered.
  error           text,
  -- The beginning of what was answered. It may name the guest.
  response        text,
  PRIMARY KEY (organisation_id, delivery_id, attempt),
  FOREIGN KEY (organisation_id, delivery_id) REFERENCES subscription_deliveries ON DELETE CASCADE
);

DO $$
DECLARE v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['subscriptions', 'subscription_deliveries', 'subscription_attempts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY engine ON %I TO millrace_engine USING (true)', v_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO millrace_tenant
         USING (organisation_id = (SELECT current_setting(''millrace.organisation_id'')::uuid))', v_table);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON subscriptions, subscription_deliveries TO millrace_tenant;
GRANT SELECT ON subscription_attempts TO millrace_tenant;

-- For an organisation without subscriptions, this is one look into an index. With the rights of who makes it happen: tenants may
-- write deliveries of their own organisation only.
CREATE FUNCTION note_for_subscriptions(p_organisation_id uuid, p_guest_id uuid, p_type text, p_data jsonb, p_hops integer DEFAULT 1)
RETURNS void
LANGUAGE sql AS $$
  INSERT INTO millrace.subscription_deliveries (organisation_id, subscription_id, guest_id, type, data, hops)
  SELECT s.organisation_id, s.id, p_guest_id, p_type, p_data, p_hops
  FROM millrace.subscriptions s
  WHERE s.organisation_id = p_organisation_id AND s.deleted_at IS NULL AND p_type = ANY (s.events)
$$;

CREATE FUNCTION note_run_finished() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- What test keys send stays here.
  IF EXISTS (SELECT FROM millrace.subscriptions s WHERE s.organisation_id = NEW.organisation_id)
     AND NEW.input ->> 'test' IS NULL THEN
    PERFORM millrace.note_for_subscriptions(NEW.organisation_id, NEW.guest_id, 'run.finished', jsonb_build_object(
      'run_id', NEW.id, 'workflow_id', NEW.workflow_id, 'workflow_version', NEW.workflow_version,
      'organisation_registration_id', NEW.guest_id, 'event_id', NEW.event_id, 'serials', NEW.input -> 'serials',
      'trigger', NEW.trigger, 'status', NEW.status, 'outcome', NEW.outcome, 'error_code', NEW.error ->> 'code'),
      coalesce((NEW.input ->> 'hops')::integer, 0) + 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER subscribed AFTER UPDATE OF status ON runs FOR EACH ROW
  WHEN (NEW.status IN ('completed', 'failed', 'cancelled') AND OLD.status NOT IN ('completed', 'failed', 'cancelled'))
  EXECUTE FUNCTION note_run_finished();

CREATE FUNCTION note_consent_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM millrace.subscriptions s WHERE s.organisation_id = NEW.organisation_id) THEN
    PERFORM millrace.note_for_subscriptions(NEW.organisation_id, NEW.guest_id, 'consent.changed', jsonb_build_object(
      'organisation_registration_id', NEW.guest_id, 'field', NEW.field, 'value', NEW.value, 'how', NEW.how));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER subscribed AFTER INSERT ON consent_changes FOR EACH ROW EXECUTE FUNCTION note_consent_changed();

CREATE FUNCTION note_guest_merged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM millrace.note_for_subscriptions(NEW.organisation_id, NEW.into_id,
    CASE TG_OP WHEN 'INSERT' THEN 'guest.merged' ELSE 'guest.merge_undone' END,
    jsonb_build_object('organisation_registration_id', NEW.into_id, 'merged_id', NEW.merged_id));
  RETURN NULL;
END $$;
CREATE TRIGGER subscribed AFTER INSERT ON guest_merges FOR EACH ROW EXECUTE FUNCTION note_guest_merged();
CREATE TRIGGER subscribed_undo AFTER UPDATE OF undone_at ON guest_merges FOR EACH ROW
  WHEN (OLD.undone_at IS NULL AND NEW.undone_at IS NOT NULL) EXECUTE FUNCTION note_guest_merged();

-- What the provider reported about an e-mail. A webhook has no guest.
CREATE FUNCTION note_bounce_reported() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM millrace.note_for_subscriptions(m.organisation_id, m.guest_id, 'message.bounced', jsonb_build_object(
    'message_id', m.id, 'run_id', m.run_id, 'organisation_registration_id', m.guest_id, 'channel', m.channel, 'kind', NEW.kind))
  FROM millrace.messages m
  WHERE m.organisation_id = NEW.organisation_id AND m.id = NEW.message_id AND m.guest_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER subscribed AFTER INSERT ON message_reports FOR EACH ROW
  WHEN (NEW.kind IN ('soft_bounce', 'hard_bounce')) EXECUTE FUNCTION note_bounce_reported();

-- What the mail server said while it was given the message, and what the provider of SMS reports.
CREATE FUNCTION note_message_bounced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM millrace.note_for_subscriptions(NEW.organisation_id, NEW.guest_id, 'message.bounced', jsonb_build_object(
    'message_id', NEW.id, 'run_id', NEW.run_id, 'organisation_registration_id', NEW.guest_id, 'channel', NEW.channel,
    'kind', CASE NEW.channel WHEN 'sms' THEN 'undelivered' ELSE 'hard_bounce' END));
  RETURN NULL;
END $$;
CREATE TRIGGER subscribed AFTER UPDATE OF status ON messages FOR EACH ROW
  WHEN (NEW.guest_id IS NOT NULL AND OLD.status <> NEW.status
        AND (NEW.channel = 'sms' AND NEW.status = 'undelivered'
             OR NEW.channel = 'email' AND NEW.status = 'failed' AND NEW.error ->> 'code' = 'unknown_address'))
  EXECUTE FUNCTION note_message_bounced();
