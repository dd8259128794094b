-- Guests: how they are found, what they agreed to, what people did to them, and how they are forgotten; what members
-- may change of an organisation; and reports of what became of messages.

-- ── finding guests ─────────────────────────────────────────────────────────────────────────────────────────

-- By the beginning of a text, each index in the order of its text: a page is then a range of an index, however many
-- guests there are. Finding text anywhere would need an extension, which not every server has; the last word of a name
-- is kept by itself instead. Columns and not expressions: under row-level security an index on lower(name) is not used,
-- because lower() is not known to keep what it sees to itself.
ALTER TABLE guests
  ADD name_key      text COLLATE "C" GENERATED ALWAYS AS (lower(name)) STORED,
  ADD last_name_key text COLLATE "C" GENERATED ALWAYS AS (
    CASE WHEN name ~ '\s' THEN lower(substring(name FROM '\S+$')) END) STORED,
  ADD email_key     text COLLATE "C" GENERATED ALWAYS AS (lower(email)) STORED,
  ADD phone_key     text COLLATE "C" GENERATED ALWAYS AS (phone) STORED,
  ADD external_key  text COLLATE "C" GENERATED ALWAYS AS (lower(external_id)) STORED;
CREATE INDEX guests_by_name ON guests (organisation_id, name_key, id) WHERE name_key IS NOT NULL;
CREATE INDEX guests_by_last_name ON guests (organisation_id, last_name_key, id) WHERE last_name_key IS NOT NULL;
CREATE INDEX guests_by_email ON guests (organisation_id, email_key, id) WHERE email_key IS NOT NULL;
CREATE INDEX guests_by_phone ON guests (organisation_id, phone_key, id) WHERE phone_key IS NOT NULL;
CREATE INDEX guests_by_external_key ON guests (organisation_id, external_key, id) WHERE external_key IS NOT NULL;

-- guests.tags the other way round. An index on the array would have every change of a tag write all indexes of the
-- guest; this writes one entry.
CREATE TABLE guest_tags (
  organisation_id uuid NOT NULL,
  tag             text NOT NULL,
  guest_id        uuid NOT NULL,
  PRIMARY KEY (organisation_id, tag, guest_id)
);

CREATE FUNCTION keep_guest_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = millrace, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM guest_tags
    WHERE organisation_id = OLD.organisation_id AND tag = ANY (OLD.tags) AND guest_id = OLD.id
      AND (TG_OP = 'DELETE' OR tag <> ALL (NEW.tags));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO guest_tags (organisation_id, tag, guest_id)
    SELECT NEW.organisation_id, tag, NEW.id FROM unnest(NEW.tags) AS tag
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tags_given AFTER INSERT ON guests
  FOR EACH ROW WHEN (NEW.tags <> '{}') EXECUTE FUNCTION keep_guest_tags();
CREATE TRIGGER tags_changed AFTER UPDATE OF tags ON guests
  FOR EACH ROW WHEN (OLD.tags IS DISTINCT FROM NEW.tags) EXECUTE FUNCTION keep_guest_tags();
CREATE TRIGGER tags_gone AFTER DELETE ON guests
  FOR EACH ROW WHEN (OLD.tags <> '{}') EXECUTE FUNCTION keep_guest_tags();

INSERT INTO guest_tags SELECT DISTINCT organisation_id, tag, id FROM guests, unnest(tags) AS tag;

-- ── consent ────────────────────────────────────────────────────────────────────────────────────────────────

-- When a guest agreed to something or took it back, how, and by whom. Written by the database itself, so that no way
-- of changing a guest can leave it out. The setting millrace.changed_by, {how, actor}, says what the row cannot.
CREATE TABLE consent_changes (
  organisation_id uuid NOT NULL,
  guest_id        uuid NOT NULL,
  id              bigint GENERATED ALWAYS AS IDENTITY,
  at              timestamptz NOT NULL DEFAULT clock_timestamp(),
  field           text NOT NULL CHECK (field IN ('email_consent', 'sms_consent', 'do_not_contact')),
  value           boolean NOT NULL,
  -- registered: they came with it. workflow: a step changed it. member: a person in the dashboard. guest: they
  -- themselves, by the address in a message.
  how             text NOT NULL CHECK (how IN ('registered', 'workflow', 'member', 'guest')),
  actor           text,
  PRIMARY KEY (organisation_id, guest_id, id)
);

CREATE FUNCTION record_consent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = millrace, pg_temp AS $$
DECLARE
  v_by jsonb := nullif(current_setting('millrace.changed_by', true), '')::jsonb;
BEGIN
  INSERT INTO consent_changes (organisation_id, guest_id, field, value, how, actor)
  SELECT NEW.organisation_id, NEW.id, field, after,
         coalesce(v_by ->> 'how', CASE TG_OP WHEN 'INSERT' THEN 'registered' ELSE 'workflow' END), v_by ->> 'actor'
  FROM (VALUES ('email_consent', OLD.email_consent, NEW.email_consent),
               ('sms_consent', OLD.sms_consent, NEW.sms_consent),
               ('do_not_contact', OLD.do_not_contact, NEW.do_not_contact)) AS c (field, before, after)
  WHERE after <> coalesce(before, false);
  RETURN NULL;
END $$;
CREATE TRIGGER consent_given AFTER INSERT ON guests
  FOR EACH ROW WHEN (NEW.email_consent OR NEW.sms_consent OR NEW.do_not_contact) EXECUTE FUNCTION record_consent();
CREATE TRIGGER consent_changed AFTER UPDATE OF email_consent, sms_consent, do_not_contact ON guests
  FOR EACH ROW WHEN ((OLD.email_consent, OLD.sms_consent, OLD.do_not_contact)
    IS DISTINCT FROM (NEW.email_consent, NEW.sms_consent, NEW.do_not_contact))
  EXECUTE FUNCTION record_consent();

-- ── what people do to guests ───────────────────────────────────────────────────────────────────────────────

-- Which fields a member changed. Not in the audit, which can never be changed: a guest who is forgotten leaves no
-- trace there.
CREATE TABLE guest_edits (
  organisation_id uuid NOT NULL,
  guest_id        uuid NOT NULL,
  id              uuid NOT NULL,
  at              timestamptz NOT NULL DEFAULT now(),
  actor           text NOT NULL,
  fields          text[] NOT NULL,
  PRIMARY KEY (organisation_id, guest_id, id)
);

-- An entry that a person made belongs to no run: it names who, run_id is the entry's own id and node_id is empty. The
-- key stays the one by which a run's nodes have their effect once.
ALTER TABLE points_entries
  ADD actor text,
  ADD CHECK ((actor IS NULL) = (node_id <> ''));

-- Guests who were erased a moment ago: an event that was being taken meanwhile may have left something of theirs, so
-- they are looked for once more, and then this is forgotten too.
CREATE TABLE erasures (
  organisation_id uuid NOT NULL,
  guest_id        uuid NOT NULL,
  -- What stands for them in the statistics.
  replacement     uuid NOT NULL,
  erased_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, guest_id)
);

-- ── reports of messages ────────────────────────────────────────────────────────────────────────────────────

-- What the provider said became of it. That may come before it has been noted here that the message was sent.
ALTER TABLE messages
  ADD reported    text CHECK (reported IN ('delivered', 'undelivered')),
  ADD reported_at timestamptz;

CREATE FUNCTION heed_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.status := NEW.reported;
  RETURN NEW;
END $$;
CREATE TRIGGER heed_report BEFORE UPDATE ON messages
  FOR EACH ROW WHEN (NEW.status = 'sent' AND NEW.reported IS NOT NULL) EXECUTE FUNCTION heed_report();

-- ── months ─────────────────────────────────────────────────────────────────────────────────────────────────

-- As before; but where housekeeping was so late that rows of a month stand in the default partition, they move into
-- the month's own. Without that the partition could never be made.
CREATE OR REPLACE FUNCTION create_month_partitions(p_ahead integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_table text;
  v_key text;
  v_partition text;
  v_month timestamptz;
  v_from uuid;
  v_to uuid;
  v_late boolean;
BEGIN
  FOR v_month IN
    SELECT date_trunc('month', now(), 'UTC') + n * interval '1 month' FROM generate_series(0, p_ahead) n
  LOOP
    v_from := uuid_floor(v_month);
    v_to := uuid_floor(v_month + interval '1 month');
    FOR v_table, v_key IN VALUES ('events', 'id'), ('steps', 'run_id') LOOP
      v_partition := v_table || to_char(v_month AT TIME ZONE 'UTC', '_YYYY_MM');
      CONTINUE WHEN to_regclass(v_partition) IS NOT NULL;
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= %L AND %2$I < %4$L)',
        v_table || '_default', v_key, v_from, v_to) INTO v_late;
      IF v_late THEN
        EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', v_table || '_default');
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', v_partition, v_table);
        EXECUTE format(
          'WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %2$I < %4$L RETURNING *) INSERT INTO %5$I SELECT * FROM moved',
          v_table || '_default', v_key, v_from, v_to, v_partition);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
          v_table, v_partition, v_from, v_to);
      ELSE
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
          v_partition, v_table, v_from, v_to);
      END IF;
    END LOOP;
  END LOOP;
END $$;

-- ── who may see what ───────────────────────────────────────────────────────────────────────────────────────

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['guest_tags', 'consent_changes', 'guest_edits', 'erasures'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY engine ON %I TO millrace_engine USING (true)', v_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO millrace_tenant
         USING (organisation_id = (SELECT current_setting(''millrace.organisation_id'')::uuid))', v_table);
  END LOOP;
END $$;

-- What members see of guests, and change. Only the engine erases.
GRANT SELECT ON guest_tags, consent_changes, guest_edits, messages, message_attempts, tasks TO millrace_tenant;
GRANT INSERT ON guest_edits, points_entries TO millrace_tenant;
-- What providers report.
GRANT UPDATE (reported, reported_at, error) ON messages TO millrace_tenant;
-- What owners set.
GRANT UPDATE (settings, settings_revision) ON organisations TO millrace_tenant;
GRANT SELECT, INSERT, UPDATE, DELETE ON organisation_secrets TO millrace_tenant;
GRANT INSERT, UPDATE ON venues TO millrace_tenant;
