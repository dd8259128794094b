-- Dates with a time, for triggers by the hour. at: in UTC where the text names an offset from it (fixed), else by the clock of
-- the guest's venue. A date alone has neither; a time that no clock shows has no at.
ALTER TABLE guest_dates ADD at timestamp, ADD fixed boolean;
CREATE INDEX guest_dates_at ON guest_dates (organisation_id, attribute, fixed, at) WHERE at IS NOT NULL;

-- The same moments as readMoment has, to the millisecond.
DROP FUNCTION dates_in(jsonb);
CREATE FUNCTION dates_in(attributes jsonb)
  RETURNS TABLE (attribute text, month_day smallint, year smallint, at timestamp, fixed boolean)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT named.key, (named.month * 100 + named.day)::smallint, named.year::smallint,
    CASE WHEN named.clock[1]::integer <= 23 AND named.clock[2]::integer <= 59 AND coalesce(named.clock[3]::integer, 0) <= 60
           AND coalesce(named.clock[7]::integer, 0) <= 23 AND coalesce(named.clock[8]::integer, 0) <= 59
      THEN make_timestamp(named.year, named.month, named.day, named.clock[1]::integer, named.clock[2]::integer,
                          least(coalesce(named.clock[3]::integer, 0), 59))
        + left(rpad(coalesce(named.clock[4], ''), 3, '0'), 3)::integer * interval '1 millisecond'
        - (coalesce(named.clock[6], '+') || '1')::integer
          * (coalesce(named.clock[7]::integer, 0) * interval '1 hour' + coalesce(named.clock[8]::integer, 0) * interval '1 minute')
    END,
    CASE WHEN length(named.text) > 10 THEN coalesce(named.clock[5], named.clock[6]) IS NOT NULL END
  FROM (
    SELECT a.key, a.text, substr(a.text, 1, 4)::integer AS year, substr(a.text, 6, 2)::integer AS month,
           substr(a.text, 9, 2)::integer AS day,
           regexp_match(substr(a.text, 12), '^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:([Zz])|([+-])(\d\d)(?::?(\d\d))?)?$')
             AS clock
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

CREATE OR REPLACE FUNCTION keep_guest_dates() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = millrace, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM guest_dates d USING dates_in(OLD.attributes) AS gone
    WHERE d.organisation_id = OLD.organisation_id AND d.attribute = gone.attribute AND d.month_day = gone.month_day
      AND d.guest_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO guest_dates (organisation_id, attribute, month_day, guest_id, year, at, fixed)
    SELECT NEW.organisation_id, named.attribute, named.month_day, NEW.id, named.year, named.at, named.fixed
    FROM dates_in(NEW.attributes) AS named
    ON CONFLICT (organisation_id, attribute, month_day, guest_id)
      DO UPDATE SET year = excluded.year, at = excluded.at, fixed = excluded.fixed;
  END IF;
  RETURN NULL;
END $$;

UPDATE guest_dates d SET at = named.at, fixed = named.fixed
FROM guests g, dates_in(g.attributes) AS named
WHERE g.attributes::text ~ '"\s*\d{4}-\d{2}-\d{2}[Tt ]' AND named.fixed IS NOT NULL
  AND d.organisation_id = g.organisation_id AND d.guest_id = g.id AND d.attribute = named.attribute
  AND d.month_day = named.month_day;
