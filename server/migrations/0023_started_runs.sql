-- A run that another run has started: by which one, at which of its nodes, and how many starts led to it.
ALTER TABLE runs ADD started_by_run uuid, ADD started_by_node text, ADD chain smallint NOT NULL DEFAULT 0;
ALTER TABLE runs DROP CONSTRAINT runs_trigger_check;
ALTER TABLE runs ADD CONSTRAINT runs_trigger_check
  CHECK (trigger IN ('event', 'api', 'dashboard', 'replay', 'workflow'));

-- A node starts one run, whatever happens.
CREATE UNIQUE INDEX runs_started_once ON runs (organisation_id, started_by_run, started_by_node)
  WHERE started_by_run IS NOT NULL;
