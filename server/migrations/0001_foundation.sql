-- Millrace lives in the schema "millrace". Two roles, created before this file runs, use it:
--   millrace_engine  owns everything; the worker, the command line and the access layer act as it.
--   millrace_tenant  what a request acts as. Row-level security shows it one organisation, the one named by
--                    the setting millrace.organisation_id, and raises an error when that is not set.
-- Every tenant table begins its primary key with organisation_id, so that the schema can be distributed by it.

-- ── organisations ──────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE organisations (
  id                uuid PRIMARY KEY,
  name              text NOT NULL,
  -- Grows whenever a workflow of the organisation changes; processes keep compiled workflows by it.
  workflow_revision bigint NOT NULL DEFAULT 1,
  created_at        timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE venues (
  organisation_id uuid NOT NULL REFERENCES organisations,
  serial          text NOT NULL CHECK (length(serial) BETWEEN 1 AND 12),
  name            text NOT NULL,
  time_zone       text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, serial)
);

-- A guest is one person's registration with one organisation: organisation_registration_id on the wire. The free space
-- on each page lets points and tags change in place.
CREATE TABLE guests (
  organisation_id uuid NOT NULL REFERENCES organisations,
  id              uuid NOT NULL,
  external_id     text,
  name            text,
  email           text,
  phone           text,
  email_consent   boolean NOT NULL DEFAULT false,
  sms_consent     boolean NOT NULL DEFAULT false,
  do_not_contact  boolean NOT NULL DEFAULT false,
  tags            text[] NOT NULL DEFAULT '{}',
  points          bigint NOT NULL DEFAULT 0,
  attributes      jsonb NOT NULL DEFAULT '{}',
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, id)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX guests_external_id ON guests (organisation_id, external_id) WHERE external_id IS NOT NULL;

-- ── access ─────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE api_keys (
  organisation_id     uuid NOT NULL REFERENCES organisations,
  id                  uuid NOT NULL,
  client_id           text NOT NULL UNIQUE,
  name                text NOT NULL,
  requests_per_minute integer NOT NULL DEFAULT 6000 CHECK (requests_per_minute >= 0),
  created_at          timestamptz NOT NULL DEFAULT now(),
  last_used_at        timestamptz,
  revoked_at          timestamptz,
  PRIMARY KEY (organisation_id, id)
);

-- A key has one secret, and for a while two: rotation lets the old one live until expires_at.
CREATE TABLE api_key_secrets (
  organisation_id uuid NOT NULL,
  key_id          uuid NOT NULL,
  hash            bytea NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  expires_at      timestamptz,
  PRIMARY KEY (organisation_id, key_id, hash),
  FOREIGN KEY (organisation_id, key_id) REFERENCES api_keys
);

-- Only SHA-256 of a token is kept: 256 random bits need no slow hash. Found by hash before any organisation is
-- known, hence the primary key.
CREATE TABLE access_tokens (
  hash            bytea PRIMARY KEY,
  organisation_id uuid NOT NULL,
  key_id          uuid NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  expires_at      timestamptz NOT NULL,
  revoked_at      timestamptz,
  FOREIGN KEY (organisation_id, key_id) REFERENCES api_keys
);
CREATE INDEX access_tokens_expiry ON access_tokens (expires_at);

-- Requests of a key per second, over all processes: what its limit is measured by. Kept for an hour.
CREATE TABLE api_key_usage (
  organisation_id uuid NOT NULL,
  key_id          uuid NOT NULL,
  slot            timestamptz NOT NULL,
  requests        integer NOT NULL,
  PRIMARY KEY (organisation_id, key_id, slot)
);

CREATE TABLE audit_entries (
  organisation_id uuid NOT NULL REFERENCES organisations,
  id              uuid NOT NULL,
  at              timestamptz NOT NULL DEFAULT now(),
  actor           text NOT NULL,
  action          text NOT NULL,
  subject         text NOT NULL,
  detail          jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (organisation_id, id)
);

-- ── the strict limiter ─────────────────────────────────────────────────────────────────────────────────────

-- For each key, when requests were admitted within the last minute: microseconds since 1970, oldest first. Decided by
-- access/strict-log.ts under an advisory lock on the key. Logged, because it has to survive restarts and crashes.
CREATE TABLE strict_limits (
  key      text PRIMARY KEY,
  admitted bigint[] NOT NULL,
  touched  timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX strict_limits_touched ON strict_limits (touched);

-- ── workflows ──────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE workflows (
  organisation_id uuid NOT NULL REFERENCES organisations,
  id              uuid NOT NULL,
  name            text NOT NULL,
  description     text NOT NULL DEFAULT '',
  status          text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'active', 'paused', 'cancelled')),
  -- Both taken from the published version: which events it listens to, and the version new runs start on.
  source          text,
  version         integer,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, id),
  CHECK (status IN ('draft', 'cancelled') OR version IS NOT NULL)
);
CREATE UNIQUE INDEX workflows_one_active_per_source ON workflows (organisation_id, source)
  WHERE status = 'active' AND source IS NOT NULL;

CREATE TABLE workflow_versions (
  organisation_id uuid NOT NULL,
  workflow_id     uuid NOT NULL,
  version         integer NOT NULL,
  definition      jsonb NOT NULL,
  published_by    text NOT NULL,
  published_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, workflow_id, version),
  FOREIGN KEY (organisation_id, workflow_id) REFERENCES workflows
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% rows are never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- A run finishes on the version it began with: versions do not change under it.
CREATE TRIGGER immutable BEFORE UPDATE ON workflow_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Any change of a workflow is seen by every process on its next event.
CREATE FUNCTION bump_workflow_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE organisations SET workflow_revision = workflow_revision + 1 WHERE id = NEW.organisation_id;
  RETURN NULL;
END $$;
CREATE TRIGGER revision AFTER INSERT OR UPDATE OF name, status, version, source ON workflows FOR EACH ROW EXECUTE FUNCTION bump_workflow_revision();

-- ── events and runs ────────────────────────────────────────────────────────────────────────────────────────

-- Events and steps are partitioned by month. Their ids are UUIDv7, which begin with the time, so the id itself is
-- the partition key and the primary key stays (organisation_id, id).
CREATE TABLE events (
  organisation_id uuid NOT NULL,
  id              uuid NOT NULL,
  guest_id        uuid NOT NULL,
  key_id          uuid,
  serials         text[] NOT NULL,
  source          text,
  parameters      jsonb NOT NULL,
  status          text NOT NULL CHECK (status IN ('routed', 'unrouted')),
  -- The verdicts as they were told to the sender: {workflow_runs, skipped, warnings}. json, not jsonb: it is only ever
  -- given back whole, and taking it apart at the front door cost a tenth of the insert.
  receipt         json NOT NULL,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
) PARTITION BY RANGE (id);
CREATE TABLE events_default PARTITION OF events DEFAULT;

CREATE TABLE runs (
  organisation_id  uuid NOT NULL,
  id               uuid NOT NULL,
  workflow_id      uuid NOT NULL,
  workflow_version integer NOT NULL,
  guest_id         uuid NOT NULL,
  event_id         uuid,
  trigger          text NOT NULL CHECK (trigger IN ('event', 'api', 'dashboard', 'replay')),
  bypassed         text[] NOT NULL DEFAULT '{}',
  status           text NOT NULL DEFAULT 'queued'
                   CHECK (status IN ('queued', 'running', 'waiting', 'paused', 'completed', 'failed', 'cancelled')),
  outcome          text CHECK (outcome IN ('success', 'failure', 'exited')),
  outcome_reason   text,
  node_id          text,
  -- Grows with every change of the run. Work carries the number it was made for; whoever comes with an older one
  -- (a worker that was frozen, a job delivered twice) changes nothing.
  sequence         integer NOT NULL DEFAULT 0,
  -- How many steps it has taken: the position of the next one.
  step_count       integer NOT NULL DEFAULT 0,
  waiting_for      jsonb,
  resumes_at       timestamptz,
  error            jsonb,
  -- What the run was started with: {source, serials, parameters}. A copy, because a run may outlive its event.
  input            json NOT NULL,
  created_at       timestamptz NOT NULL,
  started_at       timestamptz,
  finished_at      timestamptz,
  PRIMARY KEY (organisation_id, id)
)
-- Every run is written again soon after it was stored, and its neighbours with it: room on the page lets the new
-- versions stand beside the old ones, without new index entries (measured: half the log and a sixth less work).
WITH (fillfactor = 50);
CREATE INDEX runs_by_workflow ON runs (organisation_id, workflow_id, id);
-- A wait is its run's row and this entry, nothing else. Only waiting runs have resumes_at. The predicate names no
-- other column: a change of status alone then touches no index.
CREATE INDEX runs_due ON runs (resumes_at) WHERE resumes_at IS NOT NULL;

CREATE TABLE steps (
  organisation_id uuid NOT NULL,
  run_id          uuid NOT NULL,
  position        integer NOT NULL,
  node_id         text NOT NULL,
  type            text NOT NULL,
  status          text NOT NULL CHECK (status IN ('completed', 'skipped', 'failed', 'waiting')),
  attempt         integer NOT NULL DEFAULT 1,
  detail          jsonb NOT NULL,
  started_at      timestamptz NOT NULL,
  finished_at     timestamptz,
  PRIMARY KEY (organisation_id, run_id, position)
) PARTITION BY RANGE (run_id);
CREATE TABLE steps_default PARTITION OF steps DEFAULT;

-- One row for each guest (and venue, where the limit says so) that entered a workflow with a re-entry limit. The
-- row is the lock under which two simultaneous events decide who was first.
CREATE TABLE re_entries (
  organisation_id uuid NOT NULL,
  workflow_id     uuid NOT NULL,
  guest_id        uuid NOT NULL,
  serial          text NOT NULL DEFAULT '',
  entered_at      timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, workflow_id, guest_id, serial)
);

CREATE TABLE points_entries (
  organisation_id uuid NOT NULL,
  run_id          uuid NOT NULL,
  node_id         text NOT NULL,
  guest_id        uuid NOT NULL,
  points          bigint NOT NULL,
  reason          text,
  created_at      timestamptz NOT NULL,
  -- Exactly once per run and node, said by the database.
  PRIMARY KEY (organisation_id, run_id, node_id)
);
CREATE INDEX points_entries_by_guest ON points_entries (organisation_id, guest_id, created_at);

CREATE TABLE idempotent_answers (
  organisation_id uuid NOT NULL,
  key_id          uuid NOT NULL,
  route           text NOT NULL,
  key             text NOT NULL,
  fingerprint     bytea NOT NULL,
  status          smallint NOT NULL,
  location        text,
  body            text NOT NULL,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, key_id, route, key)
);
CREATE INDEX idempotent_answers_age ON idempotent_answers (created_at);

-- ── months ─────────────────────────────────────────────────────────────────────────────────────────────────

-- The smallest UUIDv7 of a moment.
CREATE FUNCTION uuid_floor(p_at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM p_at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- Makes the partitions of this month and the next ones. Rows for which there is none go to the default partition:
-- nothing is refused because housekeeping was late.
CREATE FUNCTION create_month_partitions(p_ahead integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_table text;
  v_month timestamptz;
BEGIN
  FOR v_month IN
    SELECT date_trunc('month', now(), 'UTC') + n * interval '1 month' FROM generate_series(0, p_ahead) n
  LOOP
    FOREACH v_table IN ARRAY ARRAY['events', 'steps'] LOOP
      EXECUTE format(
        'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        v_table || to_char(v_month AT TIME ZONE 'UTC', '_YYYY_MM'), v_table,
        uuid_floor(v_month), uuid_floor(v_month + interval '1 month'));
    END LOOP;
  END LOOP;
END $$;

-- ── who may see what ───────────────────────────────────────────────────────────────────────────────────────

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY[
    'venues', 'guests', 'api_keys', 'access_tokens', 'api_key_usage', 'audit_entries', 'workflows', 'workflow_versions',
    'events', 'runs', 'steps', 're_entries', 'points_entries', 'idempotent_answers'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY engine ON %I TO millrace_engine USING (true)', v_table);
    -- The sub-select is evaluated once a statement; without it, once a row.
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO millrace_tenant
         USING (organisation_id = (SELECT current_setting(''millrace.organisation_id'')::uuid))', v_table);
  END LOOP;
END $$;

ALTER TABLE organisations ENABLE ROW LEVEL SECURITY;
ALTER TABLE organisations FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON organisations TO millrace_engine USING (true);
CREATE POLICY tenant ON organisations TO millrace_tenant
  USING (id = (SELECT current_setting('millrace.organisation_id')::uuid));

GRANT USAGE ON SCHEMA millrace TO millrace_tenant;
GRANT SELECT ON organisations, venues, workflows, workflow_versions TO millrace_tenant;
-- For a request's transaction to confirm that its token still holds.
GRANT SELECT (hash, organisation_id, key_id, expires_at, revoked_at) ON access_tokens TO millrace_tenant;
GRANT SELECT (organisation_id, id, revoked_at) ON api_keys TO millrace_tenant;
GRANT SELECT, INSERT ON events, steps TO millrace_tenant;
-- A run that is cancelled leaves no step waiting.
GRANT UPDATE (status, detail, finished_at) ON steps TO millrace_tenant;
GRANT SELECT, INSERT, UPDATE ON guests, runs, re_entries, idempotent_answers TO millrace_tenant;
GRANT SELECT ON points_entries TO millrace_tenant;
