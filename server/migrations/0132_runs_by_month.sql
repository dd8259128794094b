-- Runs by months of their id. All that is stored becomes the partition runs_before_<month>, without being read or
-- copied; the months after it are separate. In a new installation there is no such partition.
LOCK TABLE runs IN ACCESS EXCLUSIVE MODE;

ALTER TABLE runs RENAME TO runs_before;
ALTER INDEX runs_pkey RENAME TO runs_before_pkey;
ALTER INDEX runs_by_guest RENAME TO runs_before_by_guest;
ALTER INDEX runs_by_workflow RENAME TO runs_before_by_workflow;
ALTER INDEX runs_due RENAME TO runs_before_due;
ALTER INDEX runs_failed RENAME TO runs_before_failed;
ALTER INDEX runs_held RENAME TO runs_before_held;
ALTER INDEX runs_waiting RENAME TO runs_before_waiting;
ALTER INDEX runs_started_once RENAME TO runs_before_started_once;
DROP TRIGGER subscribed ON runs_before;
DROP POLICY engine ON runs_before;
DROP POLICY tenant ON runs_before;
-- Partitions are reached through their table only.
ALTER TABLE runs_before NO FORCE ROW LEVEL SECURITY;
ALTER TABLE runs_before DISABLE ROW LEVEL SECURITY;
REVOKE ALL ON runs_before FROM millrace_tenant;

CREATE TABLE runs (LIKE runs_before INCLUDING DEFAULTS) PARTITION BY RANGE (id);
-- By the names that the existing table has: a partition has the checks of its table.
ALTER TABLE runs
  ADD CONSTRAINT runs_pkey PRIMARY KEY (organisation_id, id),
  ADD CONSTRAINT runs_status_check
    CHECK (status IN ('queued', 'running', 'waiting', 'paused', 'completed', 'failed', 'cancelled')),
  ADD CONSTRAINT runs_outcome_check CHECK (outcome IN ('success', 'failure', 'exited')),
  ADD CONSTRAINT runs_trigger_check CHECK (
    trigger IN ('event', 'api', 'dashboard', 'replay', 'workflow', 'date', 'absence', 'segment', 'broadcast'));
CREATE INDEX runs_by_guest ON runs (organisation_id, guest_id, id);
CREATE INDEX runs_by_workflow ON runs (organisation_id, workflow_id, id);
CREATE INDEX runs_due ON runs (resumes_at) WHERE resumes_at IS NOT NULL;
CREATE INDEX runs_failed ON runs (organisation_id, id) WHERE error IS NOT NULL;
CREATE INDEX runs_held ON runs (organisation_id, workflow_id, id) WHERE held_at IS NOT NULL;
CREATE INDEX runs_waiting ON runs (organisation_id, workflow_id, id) WHERE resumes_at IS NOT NULL;
CREATE TRIGGER subscribed AFTER UPDATE OF status ON runs FOR EACH ROW
  WHEN (NEW.status IN ('completed', 'failed', 'cancelled') AND OLD.status NOT IN ('completed', 'failed', 'cancelled'))
  EXECUTE FUNCTION note_run_finished();

ALTER TABLE runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE runs FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON runs TO millrace_engine USING (true);
CREATE POLICY tenant ON runs TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, UPDATE ON runs TO millrace_tenant;

-- Runs of no month: from before the first one, or named by a clock that is wrong; and runs that go on after their month
-- was dropped. The space on each page is for what follows every insert, see 0001. A node starts one run: each
-- partition guarantees it for itself, because PostgreSQL has no unique index over several that leaves out their key.
CREATE TABLE runs_default PARTITION OF runs DEFAULT WITH (fillfactor = 50);
CREATE UNIQUE INDEX runs_default_started_once ON runs_default (organisation_id, started_by_run, started_by_node)
  WHERE started_by_run IS NOT NULL;

DO $$
DECLARE
  v_name name := (SELECT conname FROM pg_constraint
                  WHERE conrelid = 'runs_before'::regclass AND conname ~ '^runs_before_\d{4}_\d\d$');
  v_until timestamptz := date_trunc('month', now() + interval '7 days', 'UTC') + interval '1 month';
BEGIN
  IF NOT EXISTS (SELECT FROM runs_before) THEN
    DROP TABLE runs_before;
    RETURN;
  END IF;
  IF v_name IS NOT NULL THEN
    v_until := to_date(right(v_name, 7), 'YYYY_MM')::timestamp AT TIME ZONE 'UTC';
  ELSE
    v_name := 'runs_before_' || to_char(v_until AT TIME ZONE 'UTC', 'YYYY_MM');
    WITH apart AS (DELETE FROM runs_before WHERE id >= uuid_floor(v_until) RETURNING *)
      INSERT INTO runs_default SELECT * FROM apart;
  END IF;
  EXECUTE format('ALTER TABLE runs_before RENAME TO %I', v_name);
  EXECUTE format('ALTER TABLE runs ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', v_name, uuid_floor(v_until));
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS %I', v_name, v_name);
END $$;

-- As before, and for runs, as soon as the partition of what was stored earlier ends. A new month locks the default
-- partition. If a long transaction such as a dump holds that, workers would wait behind it, so this gives up after a
-- second: there is a month or more left to try again.
CREATE OR REPLACE FUNCTION create_month_partitions(p_ahead integer) RETURNS void LANGUAGE plpgsql
  SET lock_timeout = '1s' AS $$
DECLARE
  v_table text;
  v_key text;
  v_options text;
  v_partition text;
  v_month timestamptz;
  v_from uuid;
  v_to uuid;
  v_late boolean;
BEGIN
  FOR v_month IN
    SELECT date_trunc('month', now(), 'UTC') + n * interval '1 month' FROM generate_series(0, p_ahead) n
  LOOP
    v_from := uuid_floor(v_month);
    v_to := uuid_floor(v_month + interval '1 month');
    FOR v_table, v_key, v_options IN
      VALUES ('events', 'id', ''), ('steps', 'run_id', ''), ('runs', 'id', 'WITH (fillfactor = 50)')
    LOOP
      v_partition := v_table || to_char(v_month AT TIME ZONE 'UTC', '_YYYY_MM');
      CONTINUE WHEN to_regclass(v_partition) IS NOT NULL;
      CONTINUE WHEN v_table = 'runs' AND EXISTS (
        SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'runs'::regclass AND c.relname ~ '^runs_before_\d{4}_\d\d$'
          AND right(c.relname, 7) > right(v_partition, 7));
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= %L AND %2$I < %4$L)',
        v_table || '_default', v_key, v_from, v_to) INTO v_late;
      IF v_late THEN
        EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', v_table || '_default');
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) %s', v_partition, v_table, v_options);
        EXECUTE format(
          'WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %2$I < %4$L RETURNING *) INSERT INTO %5$I SELECT * FROM moved',
          v_table || '_default', v_key, v_from, v_to, v_partition);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
          v_table, v_partition, v_from, v_to);
      ELSE
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L) %s',
          v_partition, v_table, v_from, v_to, v_options);
      END IF;
      IF v_table = 'runs' THEN
        EXECUTE format(
          'CREATE UNIQUE INDEX %I ON %I (organisation_id, started_by_run, started_by_node) WHERE started_by_run IS NOT NULL',
          v_partition || '_started_once', v_partition);
      END IF;
    END LOOP;
  END LOOP;
EXCEPTION WHEN lock_not_available THEN
  RAISE LOG 'Months are not created now: %', SQLERRM;
END $$;

SELECT create_month_partitions(2);
