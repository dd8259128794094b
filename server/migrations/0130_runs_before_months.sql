-- Runs get months, as events and steps have them: at a billion a day, their one table would be at PostgreSQL's limit of
-- 32 TB after 54 days. What is stored so far stays where it is and becomes one partition, which ends with a month: this
-- file names that month, the next one checks it, and the one after that puts the table into its new place. In three
-- transactions, so that nobody waits while a large table is read.

-- Runs before the first month that begins in a week or later. New runs stay below it until the third file has been
-- applied, unless reading the table takes a week. If some are above it, because a clock was wrong when they were named,
-- there is nothing to check, and the third file sets them apart.
DO $$
DECLARE
  v_until timestamptz := date_trunc('month', now() + interval '7 days', 'UTC') + interval '1 month';
BEGIN
  IF NOT EXISTS (
    SELECT FROM organisations o
    WHERE EXISTS (SELECT FROM runs r WHERE r.organisation_id = o.id AND r.id >= uuid_floor(v_until))
  ) THEN
    EXECUTE format('ALTER TABLE runs ADD CONSTRAINT %I CHECK (id < %L) NOT VALID',
      'runs_before_' || to_char(v_until AT TIME ZONE 'UTC', 'YYYY_MM'), uuid_floor(v_until));
  END IF;
END $$;
