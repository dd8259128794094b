-- The queue, beside the runs that it is about and keyed by their organisation, so that a run and its job are one commit
-- also where the tables are distributed. Its statements are in src/queue, one a file.
--
-- Until now jobs were in the schema "pgboss". The previous release may be serving while this is applied and go on adding
-- jobs there, so nothing is moved here: workers of this release take over what they find there, as long as the schema
-- exists (src/queue/adopt-old-jobs.ts). A later migration drops it.
CREATE TABLE jobs (
  organisation_id uuid NOT NULL,
  id              bigint GENERATED ALWAYS AS IDENTITY,
  lane            text NOT NULL CHECK (lane IN ('fast', 'slow')),
  data            json NOT NULL,
  -- For people who look; nothing is decided by it.
  created_at      timestamptz NOT NULL DEFAULT now(),
  claimed         boolean NOT NULL DEFAULT false,
  -- Grows with every claim: whoever settles a job names the claim they have.
  attempt         integer NOT NULL DEFAULT 0,
  -- Grows while a claim is held for long: one that stands still has been left.
  beat            integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organisation_id, id)
) WITH (
  -- A job lives for milliseconds, so the share of dead rows says nothing: a table of ten jobs may have had a million.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000,
  autovacuum_vacuum_cost_delay = 0
);
-- What is free, in its order, and what is claimed.
CREATE INDEX jobs_order ON jobs (claimed, lane, id);

ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON jobs TO millrace_engine USING (true);
-- A request adds jobs of its organisation; it may not read, change or take any.
CREATE POLICY tenant ON jobs FOR INSERT TO millrace_tenant
  WITH CHECK (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT INSERT (organisation_id, lane, data) ON jobs TO millrace_tenant;
