-- As 0124, for runs: the ids of workflows are unique too.
-- build first: runs (guest_id, id)
-- build first: runs (workflow_id, id)
LOCK TABLE runs IN ACCESS EXCLUSIVE MODE;
DROP INDEX runs_by_guest, runs_by_workflow;
CREATE INDEX runs_by_guest ON runs (guest_id, id);
CREATE INDEX runs_by_workflow ON runs (workflow_id, id);

-- Null for runs that no other run has started, as nearly all. The zero was the last column, where two bytes take up to eight.
ALTER TABLE runs ALTER chain DROP DEFAULT, ALTER chain DROP NOT NULL;

-- A run is written twice, and its second version is about 32 bytes longer than the first. With half of each page for it, one in ten
-- did not fit, and had to be stored on another page with new entries in all indexes.
DO $$
DECLARE
  v_partition regclass;
BEGIN
  FOR v_partition IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'runs'::regclass LOOP
    EXECUTE format('ALTER TABLE %s SET (fillfactor = 47)', v_partition);
  END LOOP;
  -- The months to come.
  EXECUTE replace(pg_get_functiondef('create_month_partitions'::regproc), '(fillfactor = 50)', '(fillfactor = 47)');
END $$;
