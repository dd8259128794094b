-- Several providers for e-mail and for SMS, in the order in which they are used. The first one's connection stays in the settings of
-- the organisation, where the previous release and the settings form find it: its row has no connection here. A trigger keeps that row.
CREATE TABLE providers (
  organisation_id uuid NOT NULL REFERENCES organisations,
  id              uuid NOT NULL DEFAULT gen_random_uuid(),
  channel         text NOT NULL CHECK (channel IN ('email', 'sms')),
  position        integer NOT NULL,
  name            text NOT NULL CHECK (length(name) BETWEEN 1 AND 300),
  connection      jsonb,
  -- The pace: this many in a second, a minute or an hour, evenly.
  pace_most       integer CHECK (pace_most > 0),
  pace_per        text CHECK (pace_per IN ('second', 'minute', 'hour')),
  most_a_day      integer CHECK (most_a_day > 0),
  -- The most of the first day, and by what it grows after every day on which something was sent, until it is most_a_day.
  warm_up_start   integer CHECK (warm_up_start > 0),
  warm_up_factor  numeric(5,2) CHECK (warm_up_factor > 1),
  warm_days       integer NOT NULL DEFAULT 0,
  -- What the pace has used up: when the next message may begin, and how many began on the day, which is one of UTC.
  next_at         timestamptz NOT NULL DEFAULT '-infinity',
  day             date NOT NULL DEFAULT '-infinity',
  used            integer NOT NULL DEFAULT 0,
  -- Failures in a row. A provider that is down gets one message at each probe_at, until one goes out.
  failures        integer NOT NULL DEFAULT 0,
  probes          integer NOT NULL DEFAULT 0,
  down_since      timestamptz,
  probe_at        timestamptz,
  error           jsonb,
  failed_at       timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, id),
  CHECK ((pace_most IS NULL) = (pace_per IS NULL)),
  CHECK ((warm_up_start IS NULL) = (warm_up_factor IS NULL)),
  CHECK (warm_up_start IS NULL OR most_a_day IS NOT NULL),
  CHECK ((down_since IS NULL) = (probe_at IS NULL))
);
CREATE UNIQUE INDEX providers_in_settings ON providers (organisation_id, channel) WHERE connection IS NULL;

ALTER TABLE providers ENABLE ROW LEVEL SECURITY;
ALTER TABLE providers FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON providers TO millrace_engine USING (true);
CREATE POLICY tenant ON providers TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON providers TO millrace_tenant;

-- Called what its host is called, until somebody gives it a name. Another server or account has not failed yet.
CREATE FUNCTION keep_first_provider(p_organisation uuid, p_channel text, p_before jsonb, p_after jsonb, p_host_before text, p_host text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(jsonb_typeof(p_after), 'null') = 'null' THEN
    DELETE FROM providers WHERE organisation_id = p_organisation AND channel = p_channel AND connection IS NULL;
    RETURN;
  END IF;
  INSERT INTO providers (organisation_id, channel, position, name)
  SELECT p_organisation, p_channel, coalesce(min(position), 1) - 1, coalesce(nullif(left(p_host, 300), ''), p_channel)
  FROM providers WHERE organisation_id = p_organisation AND channel = p_channel
  ON CONFLICT (organisation_id, channel) WHERE connection IS NULL DO NOTHING;
  IF p_after IS DISTINCT FROM p_before THEN
    UPDATE providers
    SET name = CASE WHEN name = p_host_before THEN coalesce(nullif(left(p_host, 300), ''), name) ELSE name END,
        failures = 0, probes = 0, down_since = NULL, probe_at = NULL, error = NULL, failed_at = NULL
    WHERE organisation_id = p_organisation AND channel = p_channel AND connection IS NULL;
  END IF;
END $$;

CREATE FUNCTION keep_first_providers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.settings #> '{email,smtp}' IS DISTINCT FROM NEW.settings #> '{email,smtp}' THEN
    PERFORM keep_first_provider(NEW.id, 'email', OLD.settings #> '{email,smtp}', NEW.settings #> '{email,smtp}',
      OLD.settings #>> '{email,smtp,host}', NEW.settings #>> '{email,smtp,host}');
  END IF;
  IF OLD.settings -> 'sms' IS DISTINCT FROM NEW.settings -> 'sms' THEN
    PERFORM keep_first_provider(NEW.id, 'sms', OLD.settings -> 'sms', NEW.settings -> 'sms',
      substring(OLD.settings #>> '{sms,api_url}' FROM '^[A-Za-z]+://([^/?#]+)'),
      substring(NEW.settings #>> '{sms,api_url}' FROM '^[A-Za-z]+://([^/?#]+)'));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER first_providers AFTER UPDATE OF settings ON organisations FOR EACH ROW EXECUTE FUNCTION keep_first_providers();

INSERT INTO providers (organisation_id, channel, position, name)
SELECT id, 'email', 0, coalesce(nullif(left(settings #>> '{email,smtp,host}', 300), ''), 'email')
FROM organisations WHERE jsonb_typeof(settings #> '{email,smtp}') = 'object';
INSERT INTO providers (organisation_id, channel, position, name)
SELECT id, 'sms', 0, coalesce(nullif(left(substring(settings #>> '{sms,api_url}' FROM '^[A-Za-z]+://([^/?#]+)'), 300), ''), 'sms')
FROM organisations WHERE jsonb_typeof(settings -> 'sms') = 'object';

-- Who sent it, by the name of that time; and who may have taken it, while that is not known: nobody else is given it.
ALTER TABLE messages
  ADD COLUMN through text,
  ADD COLUMN held_by uuid;
