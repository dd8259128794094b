-- A listener hears of the events of its source beside the workflow that they are directed to.
ALTER TABLE workflows ADD listener boolean NOT NULL DEFAULT false;
GRANT UPDATE (listener) ON workflows TO millrace_tenant;

DROP INDEX workflows_one_active_per_source;
CREATE UNIQUE INDEX workflows_one_active_per_source ON workflows (organisation_id, source)
  WHERE status = 'active' AND source IS NOT NULL AND NOT listener;
