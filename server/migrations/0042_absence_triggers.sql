ALTER TABLE workflows DROP CONSTRAINT workflows_trigger_check;
ALTER TABLE workflows ADD CONSTRAINT workflows_trigger_check CHECK (trigger IN ('event', 'date', 'absence'));
ALTER TABLE runs DROP CONSTRAINT runs_trigger_check;
ALTER TABLE runs ADD CONSTRAINT runs_trigger_check
  CHECK (trigger IN ('event', 'api', 'dashboard', 'replay', 'workflow', 'date', 'absence'));

-- Whose last visit was so many days ago: one look-up for each visit of that day.
CREATE INDEX visits_by_time ON visits (organisation_id, occurred_at) WHERE kind = 'visit';

-- source_silent: nobody is called absent where no visits arrive from anyone.
ALTER TABLE schedule_days DROP CONSTRAINT schedule_days_missed_because_check;
ALTER TABLE schedule_days ADD CONSTRAINT schedule_days_missed_because_check
  CHECK (missed_because IN ('workflow_paused', 'too_late', 'source_silent'));
