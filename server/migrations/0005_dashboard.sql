-- What the dashboard's pages ask, and what members may change with them.

-- ── lists ──────────────────────────────────────────────────────────────────────────────────────────────────

-- The guests inside a workflow mostly wait. The predicate is the one of runs_due, so that a run that does not wait is
-- changed in place as before.
CREATE INDEX runs_waiting ON runs (organisation_id, workflow_id, id) WHERE resumes_at IS NOT NULL;

-- Ids of messages and tasks begin with the time of their run, which may be long before their own.
CREATE INDEX messages_by_time ON messages (organisation_id, created_at, id);
CREATE INDEX tasks_by_time ON tasks (organisation_id, status, created_at, id);
-- Entries stand in the order of their time, so the range of each few pages is enough.
CREATE INDEX points_entries_by_time ON points_entries USING brin (created_at);

-- ── counts by the hour ─────────────────────────────────────────────────────────────────────────────────────

-- What happened in each past hour, for the charts. Counted by the worker; an hour in which nothing happened has none.
CREATE TABLE hourly_counts (
  organisation_id uuid NOT NULL REFERENCES organisations,
  hour            timestamptz NOT NULL,
  -- {events: {<status>}, runs: {<workflow>: {<outcome or status>}}, messages: {<channel>: {<status>}}, points: {…}}
  counts          jsonb NOT NULL,
  -- Whether some of it may still become something else: a run that waits, a message that is on its way.
  unsettled       boolean NOT NULL,
  counted_at      timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, hour)
);
CREATE INDEX hourly_counts_unsettled ON hourly_counts (counted_at) WHERE unsettled;

-- Up to which hour an organisation's have been counted.
CREATE TABLE hourly_progress (
  organisation_id uuid PRIMARY KEY REFERENCES organisations,
  counted_until   timestamptz NOT NULL
);

-- ── who may see what ───────────────────────────────────────────────────────────────────────────────────────

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['hourly_counts', 'hourly_progress'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY engine ON %I TO millrace_engine USING (true)', v_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO millrace_tenant
         USING (organisation_id = (SELECT current_setting(''millrace.organisation_id'')::uuid))', v_table);
  END LOOP;
END $$;

GRANT SELECT ON hourly_counts, hourly_progress, daily_usage, messages, message_attempts, replayed_events, sources,
  source_fields TO millrace_tenant;
GRANT SELECT ON tasks TO millrace_tenant;
GRANT UPDATE (status, assignee, done_at, done_by) ON tasks TO millrace_tenant;

-- Building workflows. Every change of one makes the organisation's revision grow.
GRANT INSERT (organisation_id, id, name, description),
  UPDATE (name, description, status, source, version, draft, draft_revision, draft_by, draft_at, updated_at)
  ON workflows TO millrace_tenant;
GRANT INSERT ON workflow_versions TO millrace_tenant;
GRANT UPDATE (workflow_revision, watches, settings_revision) ON organisations TO millrace_tenant;
GRANT SELECT, INSERT, UPDATE ON run_endings TO millrace_tenant;
GRANT SELECT, INSERT, DELETE ON simulations TO millrace_tenant;

-- Long work is begun and called off by members, and carried out by the worker.
GRANT SELECT, INSERT, UPDATE (status, leased_until, finished_at) ON undertakings TO millrace_tenant;
