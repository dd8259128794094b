ALTER TABLE workflows DROP CONSTRAINT workflows_trigger_check;
ALTER TABLE workflows ADD CONSTRAINT workflows_trigger_check CHECK (trigger IN ('event', 'date', 'absence', 'segment'));
ALTER TABLE runs DROP CONSTRAINT runs_trigger_check;
ALTER TABLE runs ADD CONSTRAINT runs_trigger_check
  CHECK (trigger IN ('event', 'api', 'dashboard', 'replay', 'workflow', 'date', 'absence', 'segment'));

-- The segment that starts a workflow. members_after: while the guests who were in it at the publication are started, the
-- last of them who was considered.
ALTER TABLE schedules ADD segment_id uuid;
ALTER TABLE schedules ADD segment_on text CHECK (segment_on IN ('enters', 'leaves'));
ALTER TABLE schedules ADD members_after uuid;
ALTER TABLE schedules ADD CONSTRAINT schedules_segment_check CHECK ((segment_id IS NULL) = (segment_on IS NULL));
CREATE INDEX schedules_of_segment ON schedules (organisation_id, segment_id) WHERE segment_id IS NOT NULL;
-- Members publish.
GRANT UPDATE (since, progress, segment_id, segment_on, members_after) ON schedules TO millrace_tenant;

-- Guests who entered or left a segment, for each workflow that starts then, until it has considered them. Written together
-- with the stay, so that none is missed and no order of time or commits matters.
CREATE TABLE segment_moves (
  organisation_id uuid NOT NULL,
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workflow_id     uuid NOT NULL,
  segment_id      uuid NOT NULL,
  guest_id        uuid NOT NULL,
  -- The stay.
  entered_at      timestamptz NOT NULL
);
CREATE INDEX segment_moves_next ON segment_moves (organisation_id, workflow_id, id);
CREATE INDEX segment_moves_of_guest ON segment_moves (organisation_id, guest_id);

ALTER TABLE segment_moves ENABLE ROW LEVEL SECURITY;
ALTER TABLE segment_moves FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON segment_moves TO millrace_engine USING (true);
CREATE POLICY tenant ON segment_moves TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
-- Members publish, and delete guests.
GRANT SELECT, DELETE ON segment_moves TO millrace_tenant;
