-- Made by `node scripts/check-schema.ts --write` from the migrations. Do not edit.

CREATE TABLE access_tokens (
  hash bytea NOT NULL,
  organisation_id uuid NOT NULL,
  key_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  CONSTRAINT access_tokens_organisation_id_key_id_fkey FOREIGN KEY (organisation_id, key_id) REFERENCES api_keys(organisation_id, id),
  CONSTRAINT access_tokens_pkey PRIMARY KEY (hash)
);
CREATE INDEX access_tokens_expiry ON millrace.access_tokens USING btree (expires_at);
ALTER TABLE access_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON access_tokens TO millrace_engine USING true;
CREATE POLICY tenant ON access_tokens TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

CREATE TABLE api_key_secrets (
  organisation_id uuid NOT NULL,
  key_id uuid NOT NULL,
  hash bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  CONSTRAINT api_key_secrets_organisation_id_key_id_fkey FOREIGN KEY (organisation_id, key_id) REFERENCES api_keys(organisation_id, id),
  CONSTRAINT api_key_secrets_pkey PRIMARY KEY (organisation_id, key_id, hash)
);

CREATE TABLE api_key_usage (
  organisation_id uuid NOT NULL,
  key_id uuid NOT NULL,
  slot timestamp with time zone NOT NULL,
  requests integer NOT NULL,
  CONSTRAINT api_key_usage_pkey PRIMARY KEY (organisation_id, key_id, slot)
);
ALTER TABLE api_key_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON api_key_usage TO millrace_engine USING true;
CREATE POLICY tenant ON api_key_usage TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

CREATE TABLE api_keys (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  client_id text NOT NULL,
  name text NOT NULL,
  requests_per_minute integer DEFAULT 6000 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT api_keys_requests_per_minute_check CHECK ((requests_per_minute >= 0)),
  CONSTRAINT api_keys_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT api_keys_pkey PRIMARY KEY (organisation_id, id),
  CONSTRAINT api_keys_client_id_key UNIQUE (client_id)
);
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON api_keys TO millrace_engine USING true;
CREATE POLICY tenant ON api_keys TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

CREATE TABLE audit_entries (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT audit_entries_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT audit_entries_pkey PRIMARY KEY (organisation_id, id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON millrace.audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON audit_entries TO millrace_engine USING true;
CREATE POLICY tenant ON audit_entries TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

CREATE TABLE events (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  guest_id uuid NOT NULL,
  key_id uuid,
  serials text[] NOT NULL,
  source text,
  parameters jsonb NOT NULL,
  status text NOT NULL,
  receipt json NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT events_status_check CHECK ((status = ANY (ARRAY['routed'::text, 'unrouted'::text]))),
  CONSTRAINT events_pkey PRIMARY KEY (organisation_id, id)
) PARTITION BY RANGE (id);
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON events TO millrace_engine USING true;
CREATE POLICY tenant ON events TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON events TO millrace_tenant;

CREATE TABLE events_default (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  guest_id uuid NOT NULL,
  key_id uuid,
  serials text[] NOT NULL,
  source text,
  parameters jsonb NOT NULL,
  status text NOT NULL,
  receipt json NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT events_status_check CHECK ((status = ANY (ARRAY['routed'::text, 'unrouted'::text]))),
  CONSTRAINT events_default_pkey PRIMARY KEY (organisation_id, id)
);

CREATE TABLE guests (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  external_id text,
  name text,
  email text,
  phone text,
  email_consent boolean DEFAULT false NOT NULL,
  sms_consent boolean DEFAULT false NOT NULL,
  do_not_contact boolean DEFAULT false NOT NULL,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  points bigint DEFAULT 0 NOT NULL,
  attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT guests_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT guests_pkey PRIMARY KEY (organisation_id, id)
) WITH (fillfactor=80);
CREATE UNIQUE INDEX guests_external_id ON millrace.guests USING btree (organisation_id, external_id) WHERE (external_id IS NOT NULL);
ALTER TABLE guests FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guests TO millrace_engine USING true;
CREATE POLICY tenant ON guests TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON guests TO millrace_tenant;

CREATE TABLE idempotent_answers (
  organisation_id uuid NOT NULL,
  key_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  status smallint NOT NULL,
  location text,
  body text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT idempotent_answers_pkey PRIMARY KEY (organisation_id, key_id, route, key)
);
CREATE INDEX idempotent_answers_age ON millrace.idempotent_answers USING btree (created_at);
ALTER TABLE idempotent_answers FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON idempotent_answers TO millrace_engine USING true;
CREATE POLICY tenant ON idempotent_answers TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON idempotent_answers TO millrace_tenant;

CREATE TABLE migrations (
  version integer NOT NULL,
  name text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (version)
);

CREATE TABLE organisations (
  id uuid NOT NULL,
  name text NOT NULL,
  workflow_revision bigint DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT organisations_pkey PRIMARY KEY (id)
);
ALTER TABLE organisations FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON organisations TO millrace_engine USING true;
CREATE POLICY tenant ON organisations TO millrace_tenant USING (id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON organisations TO millrace_tenant;

CREATE TABLE points_entries (
  organisation_id uuid NOT NULL,
  run_id uuid NOT NULL,
  node_id text NOT NULL,
  guest_id uuid NOT NULL,
  points bigint NOT NULL,
  reason text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT points_entries_pkey PRIMARY KEY (organisation_id, run_id, node_id)
);
CREATE INDEX points_entries_by_guest ON millrace.points_entries USING btree (organisation_id, guest_id, created_at);
ALTER TABLE points_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON points_entries TO millrace_engine USING true;
CREATE POLICY tenant ON points_entries TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON points_entries TO millrace_tenant;

CREATE TABLE re_entries (
  organisation_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  serial text DEFAULT ''::text NOT NULL,
  entered_at timestamp with time zone NOT NULL,
  CONSTRAINT re_entries_pkey PRIMARY KEY (organisation_id, workflow_id, guest_id, serial)
);
ALTER TABLE re_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON re_entries TO millrace_engine USING true;
CREATE POLICY tenant ON re_entries TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON re_entries TO millrace_tenant;

CREATE TABLE runs (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  workflow_version integer NOT NULL,
  guest_id uuid NOT NULL,
  event_id uuid,
  trigger text NOT NULL,
  bypassed text[] DEFAULT '{}'::text[] NOT NULL,
  status text DEFAULT 'queued'::text NOT NULL,
  outcome text,
  outcome_reason text,
  node_id text,
  sequence integer DEFAULT 0 NOT NULL,
  step_count integer DEFAULT 0 NOT NULL,
  waiting_for jsonb,
  resumes_at timestamp with time zone,
  error jsonb,
  input json NOT NULL,
  created_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  CONSTRAINT runs_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'failure'::text, 'exited'::text]))),
  CONSTRAINT runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'paused'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
  CONSTRAINT runs_trigger_check CHECK ((trigger = ANY (ARRAY['event'::text, 'api'::text, 'dashboard'::text, 'replay'::text]))),
  CONSTRAINT runs_pkey PRIMARY KEY (organisation_id, id)
) WITH (fillfactor=50);
CREATE INDEX runs_by_workflow ON millrace.runs USING btree (organisation_id, workflow_id, id);
CREATE INDEX runs_due ON millrace.runs USING btree (resumes_at) WHERE (resumes_at IS NOT NULL);
ALTER TABLE runs FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON runs TO millrace_engine USING true;
CREATE POLICY tenant ON runs TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON runs TO millrace_tenant;

CREATE TABLE steps (
  organisation_id uuid NOT NULL,
  run_id uuid NOT NULL,
  "position" integer NOT NULL,
  node_id text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  attempt integer DEFAULT 1 NOT NULL,
  detail jsonb NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT steps_status_check CHECK ((status = ANY (ARRAY['completed'::text, 'skipped'::text, 'failed'::text, 'waiting'::text]))),
  CONSTRAINT steps_pkey PRIMARY KEY (organisation_id, run_id, "position")
) PARTITION BY RANGE (run_id);
ALTER TABLE steps FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON steps TO millrace_engine USING true;
CREATE POLICY tenant ON steps TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON steps TO millrace_tenant;

CREATE TABLE steps_default (
  organisation_id uuid NOT NULL,
  run_id uuid NOT NULL,
  "position" integer NOT NULL,
  node_id text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  attempt integer DEFAULT 1 NOT NULL,
  detail jsonb NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT steps_status_check CHECK ((status = ANY (ARRAY['completed'::text, 'skipped'::text, 'failed'::text, 'waiting'::text]))),
  CONSTRAINT steps_default_pkey PRIMARY KEY (organisation_id, run_id, "position")
);

CREATE TABLE strict_limits (
  key text NOT NULL,
  admitted bigint[] NOT NULL,
  touched timestamp with time zone NOT NULL,
  CONSTRAINT strict_limits_pkey PRIMARY KEY (key)
) WITH (fillfactor=70);
CREATE INDEX strict_limits_touched ON millrace.strict_limits USING btree (touched);

CREATE TABLE venues (
  organisation_id uuid NOT NULL,
  serial text NOT NULL,
  name text NOT NULL,
  time_zone text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT venues_serial_check CHECK (((length(serial) >= 1) AND (length(serial) <= 12))),
  CONSTRAINT venues_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT venues_pkey PRIMARY KEY (organisation_id, serial)
);
ALTER TABLE venues FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON venues TO millrace_engine USING true;
CREATE POLICY tenant ON venues TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON venues TO millrace_tenant;

CREATE TABLE workflow_versions (
  organisation_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  version integer NOT NULL,
  definition jsonb NOT NULL,
  published_by text NOT NULL,
  published_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT workflow_versions_organisation_id_workflow_id_fkey FOREIGN KEY (organisation_id, workflow_id) REFERENCES workflows(organisation_id, id),
  CONSTRAINT workflow_versions_pkey PRIMARY KEY (organisation_id, workflow_id, version)
);
CREATE TRIGGER immutable BEFORE UPDATE ON millrace.workflow_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE workflow_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON workflow_versions TO millrace_engine USING true;
CREATE POLICY tenant ON workflow_versions TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON workflow_versions TO millrace_tenant;

CREATE TABLE workflows (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  status text DEFAULT 'draft'::text NOT NULL,
  source text,
  version integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT workflows_check CHECK (((status = 'draft'::text) OR (version IS NOT NULL))),
  CONSTRAINT workflows_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'cancelled'::text]))),
  CONSTRAINT workflows_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT workflows_pkey PRIMARY KEY (organisation_id, id)
);
CREATE UNIQUE INDEX workflows_one_active_per_source ON millrace.workflows USING btree (organisation_id, source) WHERE ((status = 'active'::text) AND (source IS NOT NULL));
CREATE TRIGGER revision AFTER INSERT OR UPDATE ON millrace.workflows FOR EACH ROW EXECUTE FUNCTION bump_workflow_revision();
ALTER TABLE workflows FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON workflows TO millrace_engine USING true;
CREATE POLICY tenant ON workflows TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON workflows TO millrace_tenant;

CREATE OR REPLACE FUNCTION millrace.bump_workflow_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE organisations SET workflow_revision = workflow_revision + 1 WHERE id = NEW.organisation_id;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.create_month_partitions(p_ahead integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_table text;
  v_month timestamptz;
BEGIN
  FOR v_month IN
    SELECT date_trunc('month', now(), 'UTC') + n * interval '1 month' FROM generate_series(0, p_ahead) n
  LOOP
    FOREACH v_table IN ARRAY ARRAY['events', 'steps'] LOOP
      EXECUTE format(
        'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        v_table || to_char(v_month AT TIME ZONE 'UTC', '_YYYY_MM'), v_table,
        uuid_floor(v_month), uuid_floor(v_month + interval '1 month'));
    END LOOP;
  END LOOP;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% rows are never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $function$
;

CREATE OR REPLACE FUNCTION millrace.uuid_floor(p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT (lpad(to_hex((extract(epoch FROM p_at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$function$
;
