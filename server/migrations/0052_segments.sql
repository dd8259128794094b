-- Saved conditions over guests.
CREATE TABLE segments (
  organisation_id  uuid NOT NULL REFERENCES organisations,
  id               uuid NOT NULL,
  name             text NOT NULL,
  description      text,
  condition        jsonb NOT NULL,
  created_by       text NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  -- Counts changes of the condition, and of the segments that it refers to.
  revision         integer NOT NULL DEFAULT 1,
  members          bigint NOT NULL DEFAULT 0,
  -- The revision for which every guest was considered last, and when that was done.
  counted_revision integer,
  counted_at       timestamptz,
  -- When every guest is considered next, and after which of them it continues.
  due_at           timestamptz NOT NULL DEFAULT now(),
  counted_up_to    uuid,
  PRIMARY KEY (organisation_id, id)
);
CREATE UNIQUE INDEX segments_by_name ON segments (organisation_id, lower(name));
CREATE INDEX segments_due ON segments (due_at);

-- Who is in a segment, and who was: one row for each stay.
CREATE TABLE segment_members (
  organisation_id uuid NOT NULL,
  segment_id      uuid NOT NULL,
  guest_id        uuid NOT NULL,
  entered_at      timestamptz NOT NULL,
  left_at         timestamptz,
  PRIMARY KEY (organisation_id, segment_id, guest_id, entered_at)
);
CREATE UNIQUE INDEX segment_members_now ON segment_members (organisation_id, guest_id, segment_id) WHERE left_at IS NULL;

-- Guests who were added or changed and not considered since. Organisations without segments leave none.
CREATE TABLE segment_changes (
  organisation_id uuid NOT NULL,
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  guest_id        uuid NOT NULL
);

-- Up to which event the guests of organisations with segments were considered. Events are read afterwards, by their ids:
-- accepting one costs nothing more.
CREATE TABLE segment_progress (
  organisation_id uuid PRIMARY KEY,
  event_id        uuid NOT NULL
);

DO $$
DECLARE v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['segments', 'segment_members', 'segment_changes', 'segment_progress'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY engine ON %I TO millrace_engine USING (true)', v_table);
    EXECUTE format('CREATE POLICY tenant ON %I TO millrace_tenant
      USING (organisation_id = (SELECT current_setting(''millrace.organisation_id'')::uuid))', v_table);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON segments TO millrace_tenant;
GRANT SELECT, DELETE ON segment_members TO millrace_tenant;
GRANT SELECT, INSERT, DELETE ON segment_progress TO millrace_tenant;

-- Once for each statement, not for each guest: a worker changes up to a thousand at once.
CREATE FUNCTION note_guest_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = millrace, pg_temp AS $$
BEGIN
  INSERT INTO segment_changes (organisation_id, guest_id)
  SELECT c.organisation_id, c.id FROM changed c
  WHERE EXISTS (SELECT FROM segments s WHERE s.organisation_id = c.organisation_id);
  RETURN NULL;
END $$;

CREATE TRIGGER segments_guest_added AFTER INSERT ON guests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_guest_changes();
CREATE TRIGGER segments_guest_changed AFTER UPDATE ON guests REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_guest_changes();
