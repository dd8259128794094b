-- What starts the live version of a workflow.
ALTER TABLE workflows ADD trigger text NOT NULL DEFAULT 'event' CHECK (trigger IN ('event', 'date'));
ALTER TABLE runs DROP CONSTRAINT runs_trigger_check;
ALTER TABLE runs ADD CONSTRAINT runs_trigger_check
  CHECK (trigger IN ('event', 'api', 'dashboard', 'replay', 'workflow', 'date'));

-- The dates among the attributes of guests, by day of the year: who has a birthday is one look-up for each who has. A
-- date and time counts as its date. Kept by a trigger, so that it is right whatever writes a guest.
CREATE TABLE guest_dates (
  organisation_id uuid NOT NULL,
  attribute       text NOT NULL,
  -- Month and day: 229 is 29 February.
  month_day       smallint NOT NULL,
  guest_id        uuid NOT NULL,
  year            smallint NOT NULL,
  PRIMARY KEY (organisation_id, attribute, month_day, guest_id)
);

-- Text that names a day that no calendar has is no date. Casting it would raise an error.
CREATE FUNCTION dates_in(attributes jsonb) RETURNS TABLE (attribute text, month_day smallint, year smallint)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT named.key, (named.month * 100 + named.day)::smallint, named.year::smallint
  FROM (
    SELECT a.key, substr(a.text, 1, 4)::integer AS year, substr(a.text, 6, 2)::integer AS month,
           substr(a.text, 9, 2)::integer AS day
    FROM (SELECT key, btrim(value #>> '{}') AS text
          FROM jsonb_each(attributes) WHERE jsonb_typeof(value) = 'string') AS a
    WHERE a.text ~ '^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}|$)'
  ) AS named
  WHERE named.year > 0 AND named.month BETWEEN 1 AND 12
    AND named.day BETWEEN 1 AND CASE
      WHEN named.month IN (4, 6, 9, 11) THEN 30
      WHEN named.month <> 2 THEN 31
      WHEN named.year % 4 = 0 AND (named.year % 100 <> 0 OR named.year % 400 = 0) THEN 29
      ELSE 28
    END
$$;

CREATE FUNCTION keep_guest_dates() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = millrace, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM guest_dates d USING dates_in(OLD.attributes) AS gone
    WHERE d.organisation_id = OLD.organisation_id AND d.attribute = gone.attribute AND d.month_day = gone.month_day
      AND d.guest_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO guest_dates (organisation_id, attribute, month_day, guest_id, year)
    SELECT NEW.organisation_id, named.attribute, named.month_day, NEW.id, named.year
    FROM dates_in(NEW.attributes) AS named
    ON CONFLICT (organisation_id, attribute, month_day, guest_id) DO UPDATE SET year = excluded.year;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER dates_given AFTER INSERT ON guests
  FOR EACH ROW WHEN (NEW.attributes::text ~ '"\s*\d{4}-\d{2}-\d{2}') EXECUTE FUNCTION keep_guest_dates();
CREATE TRIGGER dates_changed AFTER UPDATE OF attributes ON guests
  FOR EACH ROW WHEN (OLD.attributes IS DISTINCT FROM NEW.attributes) EXECUTE FUNCTION keep_guest_dates();
CREATE TRIGGER dates_gone AFTER DELETE ON guests
  FOR EACH ROW WHEN (OLD.attributes::text ~ '"\s*\d{4}-\d{2}-\d{2}') EXECUTE FUNCTION keep_guest_dates();

INSERT INTO guest_dates (organisation_id, attribute, month_day, guest_id, year)
SELECT g.organisation_id, named.attribute, named.month_day, g.id, named.year
FROM guests g, dates_in(g.attributes) AS named
WHERE g.attributes::text ~ '"\s*\d{4}-\d{2}-\d{2}';

-- Workflows that the clock starts. due_at: when a worker looks next. progress: by time zone, the last day that was
-- considered, and how far it is with the next one.
CREATE TABLE schedules (
  organisation_id uuid NOT NULL,
  workflow_id     uuid NOT NULL,
  -- Published with this trigger since then; what was due earlier is not considered.
  since           timestamptz NOT NULL,
  due_at          timestamptz NOT NULL,
  progress        jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (organisation_id, workflow_id)
);
CREATE INDEX schedules_due ON schedules (due_at);

-- Every guest who was due, once for each occasion: the run, or why there is none.
CREATE TABLE occasions (
  organisation_id uuid NOT NULL,
  workflow_id     uuid NOT NULL,
  guest_id        uuid NOT NULL,
  -- Such as "birthday 2027".
  occasion        text NOT NULL,
  run_id          uuid,
  -- Why there is no run, as in the receipt of an event.
  skipped         jsonb,
  serial          text,
  considered_at   timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, workflow_id, guest_id, occasion),
  CHECK ((run_id IS NULL) <> (skipped IS NULL))
);
CREATE INDEX occasions_skipped ON occasions (organisation_id, guest_id, considered_at) WHERE skipped IS NOT NULL;

-- What happened on each day on which guests were due, by time zone.
CREATE TABLE schedule_days (
  organisation_id uuid NOT NULL,
  workflow_id     uuid NOT NULL,
  day             date NOT NULL,
  time_zone       text NOT NULL,
  due_at          timestamptz NOT NULL,
  considered      integer NOT NULL DEFAULT 0,
  started         integer NOT NULL DEFAULT 0,
  -- How many, by reason.
  skipped         jsonb NOT NULL DEFAULT '{}',
  -- Who were due and not considered: the workflow was paused, or the server was off.
  missed          integer NOT NULL DEFAULT 0,
  missed_because  text CHECK (missed_because IN ('workflow_paused', 'too_late')),
  PRIMARY KEY (organisation_id, workflow_id, day, time_zone)
);

DO $$
DECLARE v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['guest_dates', 'schedules', 'occasions', 'schedule_days'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY engine ON %I TO millrace_engine USING (true)', v_table);
    EXECUTE format('CREATE POLICY tenant ON %I TO millrace_tenant
      USING (organisation_id = (SELECT current_setting(''millrace.organisation_id'')::uuid))', v_table);
  END LOOP;
END $$;
GRANT SELECT ON guest_dates, occasions, schedule_days TO millrace_tenant;
-- Members publish.
GRANT UPDATE (trigger) ON workflows TO millrace_tenant;
GRANT SELECT, INSERT, DELETE ON schedules TO millrace_tenant;
GRANT UPDATE (due_at) ON schedules TO millrace_tenant;
