ALTER TABLE workflows DROP CONSTRAINT workflows_trigger_check;
ALTER TABLE workflows ADD CONSTRAINT workflows_trigger_check
  CHECK (trigger IN ('event', 'date', 'absence', 'segment', 'broadcast'));
ALTER TABLE runs DROP CONSTRAINT runs_trigger_check;
ALTER TABLE runs ADD CONSTRAINT runs_trigger_check
  CHECK (trigger IN ('event', 'api', 'dashboard', 'replay', 'workflow', 'date', 'absence', 'segment', 'broadcast'));

-- When a workflow that is a broadcast is sent, as it was published. What was due by another rule is not considered by this one.
ALTER TABLE schedules ADD broadcast jsonb;
GRANT UPDATE (broadcast) ON schedules TO millrace_tenant;

-- Every broadcast: sent by its schedule or by a person. The guests who were considered are in occasions, by its id.
CREATE TABLE broadcasts (
  organisation_id uuid NOT NULL,
  id              uuid NOT NULL,
  workflow_id     uuid NOT NULL,
  segment_id      uuid NOT NULL,
  -- Such as "2026-12-04"; null: a person sent it.
  slot            text,
  -- What the clocks show then, such as "2026-12-04T16:00"; null: it is due everywhere at once.
  wall_time       text,
  due_at          timestamptz NOT NULL,
  sent_by         text,
  state           text NOT NULL CHECK (state IN ('sending', 'paused', 'stopped', 'done', 'missed')),
  -- Who paused or stopped it.
  changed_by      text,
  ended_at        timestamptz,
  -- By how many clocks it is due, and the last of their guests who was considered; null: all of them were.
  reached         integer NOT NULL DEFAULT 0,
  after           uuid,
  -- How far its pace allows to go.
  paced_at        timestamptz,
  considered      integer NOT NULL DEFAULT 0,
  started         integer NOT NULL DEFAULT 0,
  -- How many, by reason.
  skipped         jsonb NOT NULL DEFAULT '{}',
  missed          integer NOT NULL DEFAULT 0,
  missed_because  text CHECK (missed_because IN ('workflow_paused', 'too_late')),
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, workflow_id, slot)
);
CREATE INDEX broadcasts_of_workflow ON broadcasts (organisation_id, workflow_id, due_at DESC);

ALTER TABLE broadcasts ENABLE ROW LEVEL SECURITY;
ALTER TABLE broadcasts FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON broadcasts TO millrace_engine USING (true);
CREATE POLICY tenant ON broadcasts TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
-- Members send, pause, resume and stop them.
GRANT SELECT, INSERT ON broadcasts TO millrace_tenant;
GRANT UPDATE (state, changed_by, due_at, wall_time, ended_at, missed, missed_because) ON broadcasts TO millrace_tenant;
