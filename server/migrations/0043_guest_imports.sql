-- Imports of guests from a file. A row here is one file with the way it is to be read; a background job (undertakings)
-- tries it, imports it, or undoes it. What state an import is in follows from its latest job alone.
CREATE TABLE guest_imports (
  organisation_id uuid NOT NULL REFERENCES organisations,
  id              uuid NOT NULL,
  -- As in contract/src/guest-import.ts.
  settings        jsonb NOT NULL,
  -- Bytes of the file that have arrived.
  received        bigint NOT NULL DEFAULT 0,
  actor           text NOT NULL,
  -- What the latest job does, and the job; an undo has its own, so that the figures of the import stay.
  action          text CHECK (action IN ('trial', 'import')),
  job_id          uuid,
  undo_job_id     uuid,
  -- Whether a guest may have been changed: then there is something to undo.
  has_imported    boolean NOT NULL DEFAULT false,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX guest_imports_age ON guest_imports (created_at);

-- The file, until it is imported.
CREATE TABLE guest_import_parts (
  organisation_id uuid NOT NULL,
  import_id       uuid NOT NULL,
  -- How many bytes come before it.
  position        bigint NOT NULL,
  content         bytea NOT NULL,
  PRIMARY KEY (organisation_id, import_id, position),
  FOREIGN KEY (organisation_id, import_id) REFERENCES guest_imports ON DELETE CASCADE
);

-- Not compressed: a portion of the import reads a slice of it.
ALTER TABLE guest_import_parts ALTER content SET STORAGE EXTERNAL;

-- Rows that were not imported, with the reasons by column.
CREATE TABLE guest_import_refusals (
  organisation_id uuid NOT NULL,
  import_id       uuid NOT NULL,
  row             integer NOT NULL,
  reasons         jsonb NOT NULL,
  "values"        jsonb NOT NULL,
  PRIMARY KEY (organisation_id, import_id, row),
  FOREIGN KEY (organisation_id, import_id) REFERENCES guest_imports ON DELETE CASCADE
);

-- Which row has claimed which identifier while a file is read: a later row with the same one would overwrite it. Both the
-- identifier and the content are hashes. The rows go when the job ends.
CREATE TABLE guest_import_claims (
  organisation_id uuid NOT NULL,
  import_id       uuid NOT NULL,
  claim           uuid NOT NULL,
  row             integer NOT NULL,
  content         uuid NOT NULL,
  PRIMARY KEY (organisation_id, import_id, claim),
  FOREIGN KEY (organisation_id, import_id) REFERENCES guest_imports ON DELETE CASCADE
);

-- What an import did to each guest, for the undo.
CREATE TABLE guest_import_changes (
  organisation_id uuid NOT NULL,
  import_id       uuid NOT NULL,
  guest_id        uuid NOT NULL,
  created         boolean NOT NULL,
  -- By field, as they were and as the import left them; an attribute is called attributes.KEY.
  before          jsonb NOT NULL,
  after           jsonb NOT NULL,
  -- Identifiers that the guest did not have before.
  identifiers     jsonb NOT NULL,
  -- The undo has deleted the guest, and looks once more whether anything was being stored at that moment.
  deleted         boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organisation_id, import_id, guest_id),
  FOREIGN KEY (organisation_id, import_id) REFERENCES guest_imports ON DELETE CASCADE
);
CREATE INDEX guest_import_changes_by_guest ON guest_import_changes (organisation_id, guest_id);

ALTER TABLE guest_imports ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_imports FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_imports TO millrace_engine USING (true);
CREATE POLICY tenant ON guest_imports TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, UPDATE ON guest_imports TO millrace_tenant;

ALTER TABLE guest_import_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_import_parts FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_import_parts TO millrace_engine USING (true);
CREATE POLICY tenant ON guest_import_parts TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT ON guest_import_parts TO millrace_tenant;

ALTER TABLE guest_import_refusals ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_import_refusals FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_import_refusals TO millrace_engine USING (true);
CREATE POLICY tenant ON guest_import_refusals TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT ON guest_import_refusals TO millrace_tenant;

ALTER TABLE guest_import_claims ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_import_claims FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_import_claims TO millrace_engine USING (true);
-- A request has nothing to do with them.
CREATE POLICY tenant ON guest_import_claims TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));

ALTER TABLE guest_import_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_import_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_import_changes TO millrace_engine USING (true);
CREATE POLICY tenant ON guest_import_changes TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT ON guest_import_changes TO millrace_tenant;

ALTER TABLE undertakings DROP CONSTRAINT undertakings_kind_check;
ALTER TABLE undertakings ADD CONSTRAINT undertakings_kind_check
  CHECK (kind IN ('push', 'comparison', 'retry', 'visits', 'import'));

-- An import changes many guests in one statement, each with a separate consent. What the sender said of it is
-- then below `stated_of`, by guest; for one guest it stays below `stated`.
CREATE OR REPLACE FUNCTION record_consent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = millrace, pg_temp AS $$
DECLARE
  v_by     jsonb := nullif(current_setting('millrace.changed_by', true), '')::jsonb;
  v_stated jsonb := coalesce(v_by #> ARRAY['stated_of', NEW.id::text], v_by -> 'stated');
BEGIN
  INSERT INTO consent_changes
    (organisation_id, guest_id, field, value, how, actor, reason, stated_at, stated_where, stated_words)
  SELECT NEW.organisation_id, NEW.id, field, after,
         coalesce(v_by ->> 'how', CASE TG_OP WHEN 'INSERT' THEN 'registered' ELSE 'workflow' END), v_by ->> 'actor',
         v_by ->> 'reason', (v_stated #>> ARRAY[field, 'at'])::timestamptz,
         v_stated #>> ARRAY[field, 'where'], v_stated #>> ARRAY[field, 'words']
  FROM (VALUES ('email_consent', OLD.email_consent, NEW.email_consent),
               ('sms_consent', OLD.sms_consent, NEW.sms_consent),
               ('do_not_contact', OLD.do_not_contact, NEW.do_not_contact)) AS c (field, before, after)
  WHERE after <> coalesce(before, false);
  RETURN NULL;
END $$;
