-- Made by `node scripts/check-schema.ts --write` from the migrations. Do not edit.

CREATE TABLE access_tokens (
  hash bytea NOT NULL,
  organisation_id uuid NOT NULL,
  key_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  CONSTRAINT access_tokens_pkey PRIMARY KEY (hash)
);
CREATE INDEX access_tokens_expiry ON millrace.access_tokens USING btree (expires_at);
ALTER TABLE access_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON access_tokens TO millrace_engine USING true;
CREATE POLICY tenant ON access_tokens TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

CREATE TABLE api_key_networks (
  organisation_id uuid NOT NULL,
  key_id uuid NOT NULL,
  network text NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  reported boolean NOT NULL,
  CONSTRAINT api_key_networks_pkey PRIMARY KEY (organisation_id, key_id, network)
);
CREATE INDEX api_key_networks_unreported ON millrace.api_key_networks USING btree (seen_at) WHERE (NOT reported);
ALTER TABLE api_key_networks FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON api_key_networks TO millrace_engine USING true;

CREATE TABLE api_key_secrets (
  organisation_id uuid NOT NULL,
  key_id uuid NOT NULL,
  hash bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  CONSTRAINT api_key_secrets_organisation_id_key_id_fkey FOREIGN KEY (organisation_id, key_id) REFERENCES api_keys(organisation_id, id),
  CONSTRAINT api_key_secrets_pkey PRIMARY KEY (organisation_id, key_id, hash)
);
ALTER TABLE api_key_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON api_key_secrets TO millrace_engine USING true;
CREATE POLICY tenant ON api_key_secrets TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

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
  scopes text[],
  serials text[],
  sources text[],
  addresses text[],
  ends_at timestamp with time zone,
  test boolean DEFAULT false NOT NULL,
  reminded integer,
  CONSTRAINT api_keys_addresses_check CHECK ((addresses <> '{}'::text[])),
  CONSTRAINT api_keys_requests_per_minute_check CHECK ((requests_per_minute >= 0)),
  CONSTRAINT api_keys_scopes_check CHECK ((scopes <> '{}'::text[])),
  CONSTRAINT api_keys_serials_check CHECK ((serials <> '{}'::text[])),
  CONSTRAINT api_keys_sources_check CHECK ((sources <> '{}'::text[])),
  CONSTRAINT api_keys_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT api_keys_pkey PRIMARY KEY (organisation_id, id),
  CONSTRAINT api_keys_client_id_key UNIQUE (client_id)
);
CREATE INDEX api_keys_ending ON millrace.api_keys USING btree (ends_at) WHERE ((ends_at IS NOT NULL) AND (revoked_at IS NULL));
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON api_keys TO millrace_engine USING true;
CREATE POLICY tenant ON api_keys TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

CREATE TABLE api_requests (
  organisation_id uuid NOT NULL,
  key_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  method text NOT NULL,
  route text NOT NULL,
  status smallint NOT NULL,
  duration_ms integer NOT NULL,
  code text,
  request_id text NOT NULL,
  CONSTRAINT api_requests_pkey PRIMARY KEY (organisation_id, key_id, id)
);
CREATE INDEX api_requests_age ON millrace.api_requests USING brin (at);
CREATE INDEX api_requests_refused ON millrace.api_requests USING btree (at) WHERE (status = ANY (ARRAY[401, 403, 429]));
ALTER TABLE api_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON api_requests TO millrace_engine USING true;
CREATE POLICY tenant ON api_requests TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON api_requests TO millrace_tenant;

CREATE TABLE audit_readers (
  organisation_id uuid NOT NULL,
  reader text NOT NULL,
  sequence bigint NOT NULL,
  claimed_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  CONSTRAINT audit_readers_reader_check CHECK ((reader = ANY (ARRAY['watch'::text, 'stream'::text, 'alerts'::text]))),
  CONSTRAINT audit_readers_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT audit_readers_pkey PRIMARY KEY (organisation_id, reader)
);
ALTER TABLE audit_readers FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON audit_readers TO millrace_engine USING true;

CREATE TABLE broadcasts (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  slot text,
  wall_time text,
  due_at timestamp with time zone NOT NULL,
  sent_by text,
  state text NOT NULL,
  changed_by text,
  ended_at timestamp with time zone,
  reached integer DEFAULT 0 NOT NULL,
  after uuid,
  paced_at timestamp with time zone,
  considered integer DEFAULT 0 NOT NULL,
  started integer DEFAULT 0 NOT NULL,
  skipped jsonb DEFAULT '{}'::jsonb NOT NULL,
  missed integer DEFAULT 0 NOT NULL,
  missed_because text,
  CONSTRAINT broadcasts_missed_because_check CHECK ((missed_because = ANY (ARRAY['workflow_paused'::text, 'too_late'::text]))),
  CONSTRAINT broadcasts_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'paused'::text, 'stopped'::text, 'done'::text, 'missed'::text]))),
  CONSTRAINT broadcasts_pkey PRIMARY KEY (organisation_id, id),
  CONSTRAINT broadcasts_organisation_id_workflow_id_slot_key UNIQUE (organisation_id, workflow_id, slot)
);
CREATE INDEX broadcasts_of_workflow ON millrace.broadcasts USING btree (organisation_id, workflow_id, due_at DESC);
ALTER TABLE broadcasts FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON broadcasts TO millrace_engine USING true;
CREATE POLICY tenant ON broadcasts TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON broadcasts TO millrace_tenant;

CREATE TABLE challenges (
  hash bytea NOT NULL,
  purpose text NOT NULL,
  member_id uuid,
  challenge text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT challenges_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'second_factor'::text, 'confirm'::text, 'register'::text]))),
  CONSTRAINT challenges_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT challenges_pkey PRIMARY KEY (hash)
);
CREATE INDEX challenges_age ON millrace.challenges USING btree (created_at);

CREATE TABLE connection_deliveries (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  connection_id uuid NOT NULL,
  repeat_key bytea,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  outcome jsonb DEFAULT '{}'::jsonb NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamp with time zone DEFAULT now() NOT NULL,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  bytes integer,
  CONSTRAINT connection_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'held'::text, 'done'::text, 'failed'::text]))),
  CONSTRAINT connection_deliveries_organisation_id_connection_id_fkey FOREIGN KEY (organisation_id, connection_id) REFERENCES connections(organisation_id, id),
  CONSTRAINT connection_deliveries_pkey PRIMARY KEY (organisation_id, id)
);
CREATE INDEX connection_deliveries_age ON millrace.connection_deliveries USING btree (received_at);
CREATE INDEX connection_deliveries_failed ON millrace.connection_deliveries USING btree (organisation_id, connection_id, received_at) WHERE (state = 'failed'::text);
CREATE INDEX connection_deliveries_newest ON millrace.connection_deliveries USING btree (organisation_id, connection_id, id);
CREATE INDEX connection_deliveries_next ON millrace.connection_deliveries USING btree (state, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'held'::text]));
CREATE UNIQUE INDEX connection_deliveries_repeats ON millrace.connection_deliveries USING btree (organisation_id, connection_id, repeat_key) WHERE (repeat_key IS NOT NULL);
CREATE INDEX connection_deliveries_sized ON millrace.connection_deliveries USING btree (organisation_id, connection_id, state, id) INCLUDE (received_at, bytes);
ALTER TABLE connection_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON connection_deliveries TO millrace_engine USING true;
CREATE POLICY tenant ON connection_deliveries TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON connection_deliveries TO millrace_tenant;

CREATE TABLE connection_differences (
  organisation_id uuid NOT NULL,
  job_id uuid NOT NULL,
  kind text NOT NULL,
  digest bytea NOT NULL,
  connection_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  event_id uuid,
  fields text[] DEFAULT '{}'::text[] NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT connection_differences_kind_check CHECK ((kind = ANY (ARRAY['new'::text, 'changed'::text, 'gone'::text]))),
  CONSTRAINT connection_differences_organisation_id_connection_id_fkey FOREIGN KEY (organisation_id, connection_id) REFERENCES connections(organisation_id, id),
  CONSTRAINT connection_differences_pkey PRIMARY KEY (organisation_id, job_id, kind, digest)
);
CREATE INDEX connection_differences_age ON millrace.connection_differences USING btree (created_at);
CREATE INDEX connection_differences_connection ON millrace.connection_differences USING btree (organisation_id, connection_id);
CREATE INDEX connection_differences_delivery ON millrace.connection_differences USING btree (organisation_id, job_id, kind, delivery_id);
ALTER TABLE connection_differences FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON connection_differences TO millrace_engine USING true;
CREATE POLICY tenant ON connection_differences TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON connection_differences TO millrace_tenant;

CREATE TABLE connection_events (
  organisation_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  identity text NOT NULL,
  delivery_id uuid NOT NULL,
  event_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT connection_events_organisation_id_connection_id_fkey FOREIGN KEY (organisation_id, connection_id) REFERENCES connections(organisation_id, id),
  CONSTRAINT connection_events_pkey PRIMARY KEY (organisation_id, connection_id, identity)
);
CREATE INDEX connection_events_delivery ON millrace.connection_events USING btree (organisation_id, delivery_id);
CREATE INDEX connection_events_event ON millrace.connection_events USING btree (organisation_id, event_id);
CREATE INDEX connection_events_guest ON millrace.connection_events USING btree (organisation_id, guest_id);
ALTER TABLE connection_events FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON connection_events TO millrace_engine USING true;
CREATE POLICY tenant ON connection_events TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON connection_events TO millrace_tenant;

CREATE TABLE connection_mappings (
  organisation_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  version integer NOT NULL,
  mapping jsonb NOT NULL,
  actor text,
  restored_from integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT connection_mappings_organisation_id_connection_id_fkey FOREIGN KEY (organisation_id, connection_id) REFERENCES connections(organisation_id, id),
  CONSTRAINT connection_mappings_pkey PRIMARY KEY (organisation_id, connection_id, version)
);
ALTER TABLE connection_mappings FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON connection_mappings TO millrace_engine USING true;
CREATE POLICY tenant ON connection_mappings TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON connection_mappings TO millrace_tenant;

CREATE TABLE connection_pulls (
  organisation_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  url text NOT NULL,
  every_seconds integer NOT NULL,
  auth text NOT NULL,
  header text,
  sealed_secret text,
  cursor_parameter text,
  cursor_path text,
  cursor_value text,
  etag text,
  last_modified text,
  pages integer DEFAULT 0 NOT NULL,
  attempt bigint DEFAULT 0 NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  due_at timestamp with time zone DEFAULT now() NOT NULL,
  last_at timestamp with time zone,
  error text,
  second_header text,
  sealed_second text,
  oauth jsonb,
  CONSTRAINT connection_pulls_auth_check CHECK ((auth = ANY (ARRAY['none'::text, 'bearer'::text, 'basic'::text, 'header'::text, 'parameter'::text, 'oauth'::text]))),
  CONSTRAINT connection_pulls_check CHECK (((header IS NOT NULL) = (auth = ANY (ARRAY['header'::text, 'parameter'::text])))),
  CONSTRAINT connection_pulls_check1 CHECK (((cursor_path IS NULL) = (cursor_parameter IS NULL))),
  CONSTRAINT connection_pulls_every_seconds_check CHECK (((every_seconds >= 60) AND (every_seconds <= 604800))),
  CONSTRAINT connection_pulls_oauth CHECK (((oauth IS NOT NULL) = (auth = 'oauth'::text))),
  CONSTRAINT connection_pulls_organisation_id_connection_id_fkey FOREIGN KEY (organisation_id, connection_id) REFERENCES connections(organisation_id, id) ON DELETE CASCADE,
  CONSTRAINT connection_pulls_pkey PRIMARY KEY (organisation_id, connection_id)
);
CREATE INDEX connection_pulls_due ON millrace.connection_pulls USING btree (due_at);
ALTER TABLE connection_pulls FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON connection_pulls TO millrace_engine USING true;
CREATE POLICY tenant ON connection_pulls TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT, UPDATE ON connection_pulls TO millrace_tenant;

CREATE TABLE connection_refusals (
  organisation_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  reason text NOT NULL,
  refused bigint NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT connection_refusals_organisation_id_connection_id_fkey FOREIGN KEY (organisation_id, connection_id) REFERENCES connections(organisation_id, id),
  CONSTRAINT connection_refusals_pkey PRIMARY KEY (organisation_id, connection_id, reason)
);
ALTER TABLE connection_refusals FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON connection_refusals TO millrace_engine USING true;
CREATE POLICY tenant ON connection_refusals TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON connection_refusals TO millrace_tenant;

CREATE TABLE connections (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  vendor text NOT NULL,
  address_hash bytea NOT NULL,
  sealed_address text NOT NULL,
  sealed_secret text,
  sealed_previous text,
  proof jsonb NOT NULL,
  mapping jsonb NOT NULL,
  aliases jsonb DEFAULT '{}'::jsonb NOT NULL,
  unknown_guests text NOT NULL,
  paused_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  mapping_version integer DEFAULT 1 NOT NULL,
  deleted_at timestamp with time zone,
  trouble text,
  CONSTRAINT connections_trouble_check CHECK ((trouble = ANY (ARRAY['fetching'::text, 'unreadable'::text, 'silent'::text, 'refused'::text]))),
  CONSTRAINT connections_unknown_guests_check CHECK ((unknown_guests = ANY (ARRAY['create'::text, 'keep'::text]))),
  CONSTRAINT connections_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT connections_pkey PRIMARY KEY (organisation_id, id),
  CONSTRAINT connections_address_hash_key UNIQUE (address_hash)
);
ALTER TABLE connections FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON connections TO millrace_engine USING true;
CREATE POLICY tenant ON connections TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON connections TO millrace_tenant;

CREATE TABLE consent_changes (
  organisation_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  id bigint NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  field text NOT NULL,
  value boolean NOT NULL,
  how text NOT NULL,
  actor text,
  reason text,
  stated_at timestamp with time zone,
  stated_where text,
  stated_words text,
  CONSTRAINT consent_changes_field_check CHECK (((field = ANY (ARRAY['email_consent'::text, 'sms_consent'::text, 'do_not_contact'::text, 'email_asked'::text])) OR (field ~~ 'topic:_%'::text))),
  CONSTRAINT consent_changes_how_check CHECK ((how = ANY (ARRAY['registered'::text, 'workflow'::text, 'member'::text, 'guest'::text, 'integration'::text]))),
  CONSTRAINT consent_changes_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  CONSTRAINT consent_changes_pkey PRIMARY KEY (organisation_id, guest_id, id)
);
CREATE TRIGGER subscribed AFTER INSERT ON millrace.consent_changes FOR EACH ROW WHEN ((new.field <> 'email_asked'::text)) EXECUTE FUNCTION note_consent_changed();
ALTER TABLE consent_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON consent_changes TO millrace_engine USING true;
CREATE POLICY tenant ON consent_changes TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON consent_changes TO millrace_tenant;

CREATE TABLE daily_usage (
  organisation_id uuid NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  used bigint DEFAULT 0 NOT NULL,
  spent_at timestamp with time zone,
  CONSTRAINT daily_usage_kind_check CHECK ((kind = ANY (ARRAY['points'::text, 'sms'::text]))),
  CONSTRAINT daily_usage_pkey PRIMARY KEY (organisation_id, day, kind)
);
ALTER TABLE daily_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON daily_usage TO millrace_engine USING true;
CREATE POLICY tenant ON daily_usage TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON daily_usage TO millrace_tenant;

CREATE TABLE email_feedback (
  organisation_id uuid NOT NULL,
  provider text NOT NULL,
  recorded bigint DEFAULT 0 NOT NULL,
  unknown bigint DEFAULT 0 NOT NULL,
  refused bigint DEFAULT 0 NOT NULL,
  last_at timestamp with time zone,
  refused_at timestamp with time zone,
  refusal text,
  CONSTRAINT email_feedback_provider_check CHECK ((provider = ANY (ARRAY['ses'::text, 'postmark'::text, 'sendgrid'::text, 'mailgun'::text]))),
  CONSTRAINT email_feedback_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT email_feedback_pkey PRIMARY KEY (organisation_id, provider)
);
ALTER TABLE email_feedback FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON email_feedback TO millrace_engine USING true;
CREATE POLICY tenant ON email_feedback TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON email_feedback TO millrace_tenant;

CREATE TABLE email_feedback_tokens (
  organisation_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  body_hash bytea NOT NULL,
  taken_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT email_feedback_tokens_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT email_feedback_tokens_pkey PRIMARY KEY (organisation_id, token_hash)
);
CREATE INDEX email_feedback_tokens_by_time ON millrace.email_feedback_tokens USING btree (taken_at);
ALTER TABLE email_feedback_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON email_feedback_tokens TO millrace_engine USING true;
CREATE POLICY tenant ON email_feedback_tokens TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON email_feedback_tokens TO millrace_tenant;

CREATE TABLE erasures (
  organisation_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  replacement uuid NOT NULL,
  erased_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT erasures_pkey PRIMARY KEY (organisation_id, guest_id)
);
ALTER TABLE erasures FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON erasures TO millrace_engine USING true;
CREATE POLICY tenant ON erasures TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

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
  occurred_at timestamp with time zone,
  CONSTRAINT events_status_check CHECK ((status = ANY (ARRAY['routed'::text, 'unrouted'::text, 'history'::text]))),
  CONSTRAINT events_pkey PRIMARY KEY (organisation_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX events_by_guest ON ONLY millrace.events USING btree (guest_id, id);
CREATE INDEX events_unrouted ON ONLY millrace.events USING btree (organisation_id, id) WHERE (status = 'unrouted'::text);
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
  occurred_at timestamp with time zone,
  CONSTRAINT events_status_check CHECK ((status = ANY (ARRAY['routed'::text, 'unrouted'::text, 'history'::text]))),
  CONSTRAINT events_default_pkey PRIMARY KEY (organisation_id, id)
);
CREATE INDEX events_default_guest_id_id_idx ON millrace.events_default USING btree (guest_id, id);
CREATE INDEX events_default_organisation_id_id_idx ON millrace.events_default USING btree (organisation_id, id) WHERE (status = 'unrouted'::text);

CREATE TABLE guest_dates (
  organisation_id uuid NOT NULL,
  attribute text NOT NULL,
  month_day smallint NOT NULL,
  guest_id uuid NOT NULL,
  year smallint NOT NULL,
  at timestamp without time zone,
  fixed boolean,
  CONSTRAINT guest_dates_pkey PRIMARY KEY (organisation_id, attribute, month_day, guest_id)
);
CREATE INDEX guest_dates_at ON millrace.guest_dates USING btree (organisation_id, attribute, fixed, at) WHERE (at IS NOT NULL);
ALTER TABLE guest_dates FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_dates TO millrace_engine USING true;
CREATE POLICY tenant ON guest_dates TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON guest_dates TO millrace_tenant;

CREATE TABLE guest_edits (
  organisation_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  actor text NOT NULL,
  fields text[] NOT NULL,
  CONSTRAINT guest_edits_pkey PRIMARY KEY (organisation_id, guest_id, id)
);
ALTER TABLE guest_edits FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_edits TO millrace_engine USING true;
CREATE POLICY tenant ON guest_edits TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON guest_edits TO millrace_tenant;

CREATE TABLE guest_identifiers (
  organisation_id uuid NOT NULL,
  type text NOT NULL,
  system text DEFAULT ''::text NOT NULL,
  value text NOT NULL,
  guest_id uuid NOT NULL,
  added_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT guest_identifiers_check CHECK (((system = ''::text) OR (type = 'external_id'::text))),
  CONSTRAINT guest_identifiers_type_check CHECK ((type = ANY (ARRAY['email'::text, 'phone'::text, 'external_id'::text]))),
  CONSTRAINT guest_identifiers_pkey PRIMARY KEY (organisation_id, type, system, value)
);
CREATE INDEX guest_identifiers_by_guest ON millrace.guest_identifiers USING btree (organisation_id, guest_id);
ALTER TABLE guest_identifiers FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_identifiers TO millrace_engine USING true;
CREATE POLICY tenant ON guest_identifiers TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT ON guest_identifiers TO millrace_tenant;

CREATE TABLE guest_import_changes (
  organisation_id uuid NOT NULL,
  import_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  created boolean NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  identifiers jsonb NOT NULL,
  deleted boolean DEFAULT false NOT NULL,
  points bigint DEFAULT 0 NOT NULL,
  CONSTRAINT guest_import_changes_organisation_id_import_id_fkey FOREIGN KEY (organisation_id, import_id) REFERENCES guest_imports(organisation_id, id) ON DELETE CASCADE,
  CONSTRAINT guest_import_changes_pkey PRIMARY KEY (organisation_id, import_id, guest_id)
);
CREATE INDEX guest_import_changes_by_guest ON millrace.guest_import_changes USING btree (organisation_id, guest_id);
ALTER TABLE guest_import_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_import_changes TO millrace_engine USING true;
CREATE POLICY tenant ON guest_import_changes TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON guest_import_changes TO millrace_tenant;

CREATE TABLE guest_import_claims (
  organisation_id uuid NOT NULL,
  import_id uuid NOT NULL,
  claim uuid NOT NULL,
  "row" integer NOT NULL,
  content uuid NOT NULL,
  CONSTRAINT guest_import_claims_organisation_id_import_id_fkey FOREIGN KEY (organisation_id, import_id) REFERENCES guest_imports(organisation_id, id) ON DELETE CASCADE,
  CONSTRAINT guest_import_claims_pkey PRIMARY KEY (organisation_id, import_id, claim)
);
ALTER TABLE guest_import_claims FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_import_claims TO millrace_engine USING true;
CREATE POLICY tenant ON guest_import_claims TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

CREATE TABLE guest_import_events (
  organisation_id uuid NOT NULL,
  import_id uuid NOT NULL,
  event_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  CONSTRAINT guest_import_events_organisation_id_import_id_fkey FOREIGN KEY (organisation_id, import_id) REFERENCES guest_imports(organisation_id, id) ON DELETE CASCADE,
  CONSTRAINT guest_import_events_pkey PRIMARY KEY (organisation_id, import_id, event_id)
);
CREATE INDEX guest_import_events_by_guest ON millrace.guest_import_events USING btree (organisation_id, guest_id);
ALTER TABLE guest_import_events FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_import_events TO millrace_engine USING true;
CREATE POLICY tenant ON guest_import_events TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

CREATE TABLE guest_import_parts (
  organisation_id uuid NOT NULL,
  import_id uuid NOT NULL,
  "position" bigint NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT guest_import_parts_organisation_id_import_id_fkey FOREIGN KEY (organisation_id, import_id) REFERENCES guest_imports(organisation_id, id) ON DELETE CASCADE,
  CONSTRAINT guest_import_parts_pkey PRIMARY KEY (organisation_id, import_id, "position")
);
ALTER TABLE guest_import_parts FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_import_parts TO millrace_engine USING true;
CREATE POLICY tenant ON guest_import_parts TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON guest_import_parts TO millrace_tenant;

CREATE TABLE guest_import_refusals (
  organisation_id uuid NOT NULL,
  import_id uuid NOT NULL,
  "row" integer NOT NULL,
  reasons jsonb NOT NULL,
  "values" jsonb NOT NULL,
  CONSTRAINT guest_import_refusals_organisation_id_import_id_fkey FOREIGN KEY (organisation_id, import_id) REFERENCES guest_imports(organisation_id, id) ON DELETE CASCADE,
  CONSTRAINT guest_import_refusals_pkey PRIMARY KEY (organisation_id, import_id, "row")
);
ALTER TABLE guest_import_refusals FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_import_refusals TO millrace_engine USING true;
CREATE POLICY tenant ON guest_import_refusals TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON guest_import_refusals TO millrace_tenant;

CREATE TABLE guest_imports (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  settings jsonb NOT NULL,
  received bigint DEFAULT 0 NOT NULL,
  actor text NOT NULL,
  action text,
  job_id uuid,
  undo_job_id uuid,
  has_imported boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT guest_imports_action_check CHECK ((action = ANY (ARRAY['trial'::text, 'import'::text]))),
  CONSTRAINT guest_imports_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT guest_imports_pkey PRIMARY KEY (organisation_id, id)
);
CREATE INDEX guest_imports_age ON millrace.guest_imports USING btree (created_at);
ALTER TABLE guest_imports FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_imports TO millrace_engine USING true;
CREATE POLICY tenant ON guest_imports TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON guest_imports TO millrace_tenant;

CREATE TABLE guest_merge_moves (
  organisation_id uuid NOT NULL,
  merge_id uuid NOT NULL,
  "table" text NOT NULL,
  keys jsonb NOT NULL,
  kept jsonb NOT NULL,
  CONSTRAINT guest_merge_moves_organisation_id_merge_id_fkey FOREIGN KEY (organisation_id, merge_id) REFERENCES guest_merges(organisation_id, id) ON DELETE CASCADE,
  CONSTRAINT guest_merge_moves_pkey PRIMARY KEY (organisation_id, merge_id, "table")
);
ALTER TABLE guest_merge_moves FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_merge_moves TO millrace_engine USING true;
CREATE POLICY tenant ON guest_merge_moves TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

CREATE TABLE guest_merges (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  merged_id uuid NOT NULL,
  into_id uuid NOT NULL,
  actor text NOT NULL,
  merged_at timestamp with time zone DEFAULT now() NOT NULL,
  undo jsonb,
  settled_at timestamp with time zone,
  undone_at timestamp with time zone,
  undone_by text,
  CONSTRAINT guest_merges_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT guest_merges_pkey PRIMARY KEY (organisation_id, id)
);
CREATE INDEX guest_merges_into ON millrace.guest_merges USING btree (organisation_id, into_id);
CREATE UNIQUE INDEX guest_merges_of ON millrace.guest_merges USING btree (organisation_id, merged_id) WHERE (undone_at IS NULL);
CREATE INDEX guest_merges_undoable ON millrace.guest_merges USING btree (merged_at) WHERE (undo IS NOT NULL);
CREATE INDEX guest_merges_unsettled ON millrace.guest_merges USING btree (merged_at) WHERE (settled_at IS NULL);
CREATE TRIGGER subscribed AFTER INSERT ON millrace.guest_merges FOR EACH ROW EXECUTE FUNCTION note_guest_merged();
CREATE TRIGGER subscribed_undo AFTER UPDATE OF undone_at ON millrace.guest_merges FOR EACH ROW WHEN (((old.undone_at IS NULL) AND (new.undone_at IS NOT NULL))) EXECUTE FUNCTION note_guest_merged();
ALTER TABLE guest_merges FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_merges TO millrace_engine USING true;
CREATE POLICY tenant ON guest_merges TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON guest_merges TO millrace_tenant;

CREATE TABLE guest_tags (
  organisation_id uuid NOT NULL,
  tag text NOT NULL,
  guest_id uuid NOT NULL,
  CONSTRAINT guest_tags_pkey PRIMARY KEY (organisation_id, tag, guest_id)
);
ALTER TABLE guest_tags FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_tags TO millrace_engine USING true;
CREATE POLICY tenant ON guest_tags TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON guest_tags TO millrace_tenant;

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
  name_key text,
  last_name_key text,
  email_key text,
  phone_key text,
  external_key text,
  topics_off text[] DEFAULT '{}'::text[] NOT NULL,
  email_asked_at timestamp with time zone,
  email_asked_for text,
  CONSTRAINT guests_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT guests_pkey PRIMARY KEY (organisation_id, id)
) WITH (fillfactor=80);
CREATE INDEX guests_by_email ON millrace.guests USING btree (organisation_id, email_key, id) WHERE (email_key IS NOT NULL);
CREATE INDEX guests_by_external_key ON millrace.guests USING btree (organisation_id, external_key, id) WHERE (external_key IS NOT NULL);
CREATE INDEX guests_by_last_name ON millrace.guests USING btree (organisation_id, last_name_key, id) WHERE (last_name_key IS NOT NULL);
CREATE INDEX guests_by_name ON millrace.guests USING btree (organisation_id, name_key, id) WHERE (name_key IS NOT NULL);
CREATE INDEX guests_by_phone ON millrace.guests USING btree (organisation_id, phone_key, id) WHERE (phone_key IS NOT NULL);
CREATE UNIQUE INDEX guests_external_id ON millrace.guests USING btree (organisation_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX guests_to_ask ON millrace.guests USING btree (organisation_id, id) WHERE ((email_asked_at IS NOT NULL) AND (NOT email_consent) AND (NOT do_not_contact) AND (email_key IS NOT NULL) AND (email_asked_for IS DISTINCT FROM email_key));
CREATE INDEX guests_without_name ON millrace.guests USING btree (organisation_id, id) WHERE (name_key IS NULL);
CREATE TRIGGER consent_changed AFTER UPDATE OF email_consent, sms_consent, do_not_contact, topics_off, email_asked_at ON millrace.guests FOR EACH ROW WHEN (((old.email_consent IS DISTINCT FROM new.email_consent) OR (old.sms_consent IS DISTINCT FROM new.sms_consent) OR (old.do_not_contact IS DISTINCT FROM new.do_not_contact) OR (old.topics_off IS DISTINCT FROM new.topics_off) OR (old.email_asked_at IS DISTINCT FROM new.email_asked_at))) EXECUTE FUNCTION record_consent();
CREATE TRIGGER consent_given AFTER INSERT ON millrace.guests FOR EACH ROW WHEN ((new.email_consent OR new.sms_consent OR new.do_not_contact OR (new.topics_off <> '{}'::text[]) OR (new.email_asked_at IS NOT NULL))) EXECUTE FUNCTION record_consent();
CREATE TRIGGER dates_changed AFTER UPDATE OF attributes ON millrace.guests FOR EACH ROW WHEN ((old.attributes IS DISTINCT FROM new.attributes)) EXECUTE FUNCTION keep_guest_dates();
CREATE TRIGGER dates_given AFTER INSERT ON millrace.guests FOR EACH ROW WHEN (((new.attributes)::text ~ '"\s*\d{4}-\d{2}-\d{2}'::text)) EXECUTE FUNCTION keep_guest_dates();
CREATE TRIGGER dates_gone AFTER DELETE ON millrace.guests FOR EACH ROW WHEN (((old.attributes)::text ~ '"\s*\d{4}-\d{2}-\d{2}'::text)) EXECUTE FUNCTION keep_guest_dates();
CREATE TRIGGER identifiers_changed BEFORE UPDATE OF email, phone, external_id ON millrace.guests FOR EACH ROW WHEN ((((old.email IS DISTINCT FROM new.email) OR (old.phone IS DISTINCT FROM new.phone)) OR (old.external_id IS DISTINCT FROM new.external_id))) EXECUTE FUNCTION keep_identifiers();
CREATE TRIGGER identifiers_given BEFORE INSERT ON millrace.guests FOR EACH ROW WHEN (((new.email IS NOT NULL) OR (new.phone IS NOT NULL) OR (new.external_id IS NOT NULL))) EXECUTE FUNCTION keep_identifiers();
CREATE TRIGGER identifiers_gone AFTER DELETE ON millrace.guests FOR EACH ROW EXECUTE FUNCTION forget_identifiers();
CREATE TRIGGER keys_changed BEFORE UPDATE OF name, email, phone, external_id, name_key, last_name_key, email_key, phone_key, external_key ON millrace.guests FOR EACH ROW EXECUTE FUNCTION keep_guest_keys();
CREATE TRIGGER keys_given BEFORE INSERT ON millrace.guests FOR EACH ROW EXECUTE FUNCTION keep_guest_keys();
CREATE TRIGGER segments_guest_added AFTER INSERT ON millrace.guests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_guest_changes();
CREATE TRIGGER segments_guest_changed AFTER UPDATE ON millrace.guests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_guest_changes();
CREATE TRIGGER tags_changed AFTER UPDATE OF tags ON millrace.guests FOR EACH ROW WHEN ((old.tags IS DISTINCT FROM new.tags)) EXECUTE FUNCTION keep_guest_tags();
CREATE TRIGGER tags_given AFTER INSERT ON millrace.guests FOR EACH ROW WHEN ((new.tags <> '{}'::text[])) EXECUTE FUNCTION keep_guest_tags();
CREATE TRIGGER tags_gone AFTER DELETE ON millrace.guests FOR EACH ROW WHEN ((old.tags <> '{}'::text[])) EXECUTE FUNCTION keep_guest_tags();
ALTER TABLE guests FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guests TO millrace_engine USING true;
CREATE POLICY tenant ON guests TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON guests TO millrace_tenant;

CREATE TABLE hourly_counts (
  organisation_id uuid NOT NULL,
  hour timestamp with time zone NOT NULL,
  counts jsonb NOT NULL,
  unsettled boolean NOT NULL,
  counted_at timestamp with time zone NOT NULL,
  CONSTRAINT hourly_counts_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT hourly_counts_pkey PRIMARY KEY (organisation_id, hour)
);
CREATE INDEX hourly_counts_unsettled ON millrace.hourly_counts USING btree (counted_at) WHERE unsettled;
ALTER TABLE hourly_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON hourly_counts TO millrace_engine USING true;
CREATE POLICY tenant ON hourly_counts TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON hourly_counts TO millrace_tenant;

CREATE TABLE hourly_progress (
  organisation_id uuid NOT NULL,
  counted_until timestamp with time zone NOT NULL,
  CONSTRAINT hourly_progress_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT hourly_progress_pkey PRIMARY KEY (organisation_id)
);
ALTER TABLE hourly_progress FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON hourly_progress TO millrace_engine USING true;
CREATE POLICY tenant ON hourly_progress TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON hourly_progress TO millrace_tenant;

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

CREATE TABLE images (
  organisation_id uuid NOT NULL,
  hash bytea NOT NULL,
  type text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes bytea NOT NULL,
  file_name text NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT images_hash_check CHECK ((octet_length(hash) = 32)),
  CONSTRAINT images_type_check CHECK ((type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text]))),
  CONSTRAINT images_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT images_pkey PRIMARY KEY (organisation_id, hash)
);
CREATE UNIQUE INDEX images_by_hash ON millrace.images USING btree (hash);
ALTER TABLE images FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON images TO millrace_engine USING true;
CREATE POLICY tenant ON images TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT ON images TO millrace_tenant;

CREATE TABLE installation_secrets (
  name text NOT NULL,
  sealed text NOT NULL,
  CONSTRAINT installation_secrets_pkey PRIMARY KEY (name)
);

CREATE TABLE invitations (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  hash bytea NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  serials text[],
  invited_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT invitations_check CHECK (((role <> 'owner'::text) OR (serials IS NULL))),
  CONSTRAINT invitations_email_check CHECK ((email = lower(email))),
  CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text, 'staff'::text]))),
  CONSTRAINT invitations_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT invitations_pkey PRIMARY KEY (organisation_id, id),
  CONSTRAINT invitations_hash_key UNIQUE (hash),
  CONSTRAINT invitations_organisation_id_email_key UNIQUE (organisation_id, email)
);
ALTER TABLE invitations FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON invitations TO millrace_engine USING true;
CREATE POLICY tenant ON invitations TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT ON invitations TO millrace_tenant;

CREATE TABLE jobs (
  organisation_id uuid NOT NULL,
  id bigint NOT NULL,
  lane text NOT NULL,
  data json NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  claimed boolean DEFAULT false NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  beat integer DEFAULT 0 NOT NULL,
  CONSTRAINT jobs_lane_check CHECK ((lane = ANY (ARRAY['fast'::text, 'slow'::text]))),
  CONSTRAINT jobs_pkey PRIMARY KEY (organisation_id, id)
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_analyze_scale_factor=0, autovacuum_analyze_threshold=10000, autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=20000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX jobs_order ON millrace.jobs USING btree (claimed, lane, id);
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON jobs TO millrace_engine USING true;

CREATE POLICY tenant_returning ON jobs TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

CREATE TABLE loop_alerts (
  organisation_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT loop_alerts_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT loop_alerts_pkey PRIMARY KEY (organisation_id, workflow_id)
);
ALTER TABLE loop_alerts FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON loop_alerts TO millrace_engine USING true;
CREATE POLICY tenant ON loop_alerts TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON loop_alerts TO millrace_tenant;

CREATE TABLE maintenance (
  one boolean DEFAULT true NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  stopped_at timestamp with time zone,
  CONSTRAINT maintenance_one_check CHECK (one),
  CONSTRAINT maintenance_pkey PRIMARY KEY (one)
);
ALTER TABLE maintenance FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON maintenance TO millrace_engine USING true;

CREATE TABLE member_identities (
  organisation_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  member_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT member_identities_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT member_identities_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT member_identities_pkey PRIMARY KEY (organisation_id, issuer, subject),
  CONSTRAINT member_identities_member_id_key UNIQUE (member_id)
);
ALTER TABLE member_identities FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON member_identities TO millrace_engine USING true;

CREATE TABLE members (
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  wrong_codes integer DEFAULT 0 NOT NULL,
  wrong_code_at timestamp with time zone,
  language text,
  CONSTRAINT members_email_check CHECK ((email = lower(email))),
  CONSTRAINT members_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  CONSTRAINT members_pkey PRIMARY KEY (id)
);
CREATE INDEX members_by_email ON millrace.members USING btree (email);

CREATE TABLE memberships (
  organisation_id uuid NOT NULL,
  member_id uuid NOT NULL,
  role text NOT NULL,
  serials text[],
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT memberships_check CHECK (((role <> 'owner'::text) OR (serials IS NULL))),
  CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text, 'staff'::text]))),
  CONSTRAINT memberships_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  CONSTRAINT memberships_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT memberships_pkey PRIMARY KEY (organisation_id, member_id)
);
CREATE INDEX memberships_by_member ON millrace.memberships USING btree (member_id);
CREATE TRIGGER last_membership AFTER DELETE ON millrace.memberships FOR EACH ROW EXECUTE FUNCTION forget_member_of_nothing();
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON memberships TO millrace_engine USING true;
CREATE POLICY tenant ON memberships TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, SELECT ON memberships TO millrace_tenant;

CREATE TABLE message_answers (
  organisation_id uuid NOT NULL,
  message_id uuid NOT NULL,
  run_id uuid NOT NULL,
  node_id text NOT NULL,
  answer jsonb NOT NULL,
  answered_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT message_answers_answer_check CHECK ((jsonb_typeof(answer) = ANY (ARRAY['number'::text, 'boolean'::text]))),
  CONSTRAINT message_answers_pkey PRIMARY KEY (organisation_id, message_id)
);
CREATE INDEX message_answers_by_run ON millrace.message_answers USING btree (organisation_id, run_id);
ALTER TABLE message_answers FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON message_answers TO millrace_engine USING true;
CREATE POLICY tenant ON message_answers TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON message_answers TO millrace_tenant;

CREATE TABLE message_attempts (
  organisation_id uuid NOT NULL,
  message_id uuid NOT NULL,
  attempt integer NOT NULL,
  at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  outcome text NOT NULL,
  detail jsonb NOT NULL,
  CONSTRAINT message_attempts_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'retry'::text, 'refused'::text]))),
  CONSTRAINT message_attempts_pkey PRIMARY KEY (organisation_id, message_id, attempt)
);
ALTER TABLE message_attempts FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON message_attempts TO millrace_engine USING true;
CREATE POLICY tenant ON message_attempts TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON message_attempts TO millrace_tenant;

CREATE TABLE message_clicks (
  organisation_id uuid NOT NULL,
  message_id uuid NOT NULL,
  url text NOT NULL,
  run_id uuid NOT NULL,
  node_id text NOT NULL,
  clicks integer DEFAULT 1 NOT NULL,
  first_at timestamp with time zone DEFAULT now() NOT NULL,
  last_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT message_clicks_url_check CHECK ((length(url) <= 2000)),
  CONSTRAINT message_clicks_pkey PRIMARY KEY (organisation_id, message_id, url)
);
CREATE INDEX message_clicks_by_run ON millrace.message_clicks USING btree (organisation_id, run_id);
ALTER TABLE message_clicks FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON message_clicks TO millrace_engine USING true;
CREATE POLICY tenant ON message_clicks TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON message_clicks TO millrace_tenant;

CREATE TABLE message_reports (
  organisation_id uuid NOT NULL,
  message_id uuid NOT NULL,
  kind text NOT NULL,
  provider text NOT NULL,
  address text NOT NULL,
  note text,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT message_reports_kind_check CHECK ((kind = ANY (ARRAY['delivered'::text, 'delayed'::text, 'dropped'::text, 'soft_bounce'::text, 'hard_bounce'::text, 'complaint'::text]))),
  CONSTRAINT message_reports_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  CONSTRAINT message_reports_provider_check CHECK ((provider = ANY (ARRAY['ses'::text, 'postmark'::text, 'sendgrid'::text, 'mailgun'::text, 'mail_server'::text]))),
  CONSTRAINT message_reports_pkey PRIMARY KEY (organisation_id, message_id, kind)
);
CREATE INDEX message_reports_by_address ON millrace.message_reports USING btree (organisation_id, address, received_at) WHERE (kind = ANY (ARRAY['soft_bounce'::text, 'delivered'::text]));
CREATE TRIGGER subscribed AFTER INSERT ON millrace.message_reports FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['soft_bounce'::text, 'hard_bounce'::text]))) EXECUTE FUNCTION note_bounce_reported();
ALTER TABLE message_reports FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON message_reports TO millrace_engine USING true;
CREATE POLICY tenant ON message_reports TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON message_reports TO millrace_tenant;

CREATE TABLE messages (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  node_id text NOT NULL,
  guest_id uuid,
  channel text NOT NULL,
  recipient text NOT NULL,
  content jsonb NOT NULL,
  status text NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  due_at timestamp with time zone,
  provider_id text,
  error jsonb,
  created_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  reported text,
  reported_at timestamp with time zone,
  transactional boolean DEFAULT false NOT NULL,
  topic text,
  through text,
  held_by uuid,
  CONSTRAINT messages_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'webhook'::text]))),
  CONSTRAINT messages_reported_check CHECK ((reported = ANY (ARRAY['delivered'::text, 'undelivered'::text]))),
  CONSTRAINT messages_status_check CHECK ((status = ANY (ARRAY['kept'::text, 'pending'::text, 'sent'::text, 'delivered'::text, 'undelivered'::text, 'failed'::text, 'cancelled'::text]))),
  CONSTRAINT messages_pkey PRIMARY KEY (organisation_id, id),
  CONSTRAINT messages_organisation_id_run_id_node_id_key UNIQUE (organisation_id, run_id, node_id)
);
CREATE INDEX messages_by_guest ON millrace.messages USING btree (organisation_id, guest_id, created_at) WHERE (guest_id IS NOT NULL);
CREATE INDEX messages_by_provider ON millrace.messages USING btree (organisation_id, provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX messages_by_time ON millrace.messages USING btree (organisation_id, created_at, id);
CREATE INDEX messages_due ON millrace.messages USING btree (channel, organisation_id, due_at) WHERE (status = 'pending'::text);
CREATE TRIGGER heed_report BEFORE UPDATE ON millrace.messages FOR EACH ROW WHEN (((new.status = 'sent'::text) AND (new.reported IS NOT NULL))) EXECUTE FUNCTION heed_report();
CREATE TRIGGER subscribed AFTER UPDATE OF status ON millrace.messages FOR EACH ROW WHEN (((new.guest_id IS NOT NULL) AND (old.status <> new.status) AND (((new.channel = 'sms'::text) AND (new.status = 'undelivered'::text)) OR ((new.channel = 'email'::text) AND (new.status = 'failed'::text) AND ((new.error ->> 'code'::text) = 'unknown_address'::text))))) EXECUTE FUNCTION note_message_bounced();
ALTER TABLE messages FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON messages TO millrace_engine USING true;
CREATE POLICY tenant ON messages TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON messages TO millrace_tenant;

CREATE TABLE migrations (
  version integer NOT NULL,
  name text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (version)
);

CREATE TABLE missed_occasions (
  organisation_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  occasion text NOT NULL,
  id uuid NOT NULL,
  trigger text NOT NULL,
  serial text,
  parameters jsonb NOT NULL,
  due_at timestamp with time zone NOT NULL,
  because text NOT NULL,
  wanted boolean DEFAULT false NOT NULL,
  CONSTRAINT missed_occasions_because_check CHECK ((because = ANY (ARRAY['workflow_paused'::text, 'too_late'::text]))),
  CONSTRAINT missed_occasions_trigger_check CHECK ((trigger = ANY (ARRAY['date'::text, 'absence'::text, 'segment'::text]))),
  CONSTRAINT missed_occasions_pkey PRIMARY KEY (organisation_id, workflow_id, guest_id, occasion)
);
CREATE INDEX missed_occasions_listed ON millrace.missed_occasions USING btree (organisation_id, workflow_id, id) WHERE (NOT wanted);
CREATE INDEX missed_occasions_of_guest ON millrace.missed_occasions USING btree (organisation_id, guest_id);
CREATE INDEX missed_occasions_wanted ON millrace.missed_occasions USING btree (organisation_id, workflow_id, id) WHERE wanted;
ALTER TABLE missed_occasions FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON missed_occasions TO millrace_engine USING true;
CREATE POLICY tenant ON missed_occasions TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, SELECT ON missed_occasions TO millrace_tenant;

CREATE TABLE named_secrets (
  organisation_id uuid NOT NULL,
  name text NOT NULL,
  host text NOT NULL,
  sealed text NOT NULL,
  saved_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT named_secrets_host_check CHECK ((host = lower(host))),
  CONSTRAINT named_secrets_name_check CHECK ((name ~ '^[a-z][a-z0-9_]{0,49}$'::text)),
  CONSTRAINT named_secrets_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT named_secrets_pkey PRIMARY KEY (organisation_id, name)
);
ALTER TABLE named_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON named_secrets TO millrace_engine USING true;
CREATE POLICY tenant ON named_secrets TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT ON named_secrets TO millrace_tenant;

CREATE TABLE notices (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  channel text NOT NULL,
  recipient text NOT NULL,
  content jsonb NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  due_at timestamp with time zone DEFAULT now(),
  sent_at timestamp with time zone,
  error text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT notices_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'webhook'::text]))),
  CONSTRAINT notices_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT notices_pkey PRIMARY KEY (organisation_id, id)
);
CREATE INDEX notices_due ON millrace.notices USING btree (due_at) WHERE (due_at IS NOT NULL);
ALTER TABLE notices FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON notices TO millrace_engine USING true;
CREATE POLICY tenant ON notices TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

CREATE TABLE occasions (
  organisation_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  occasion text NOT NULL,
  run_id uuid,
  skipped jsonb,
  serial text,
  considered_at timestamp with time zone NOT NULL,
  CONSTRAINT occasions_check CHECK (((run_id IS NULL) <> (skipped IS NULL))),
  CONSTRAINT occasions_pkey PRIMARY KEY (organisation_id, workflow_id, guest_id, occasion)
);
CREATE INDEX occasions_skipped ON millrace.occasions USING btree (organisation_id, guest_id, considered_at) WHERE (skipped IS NOT NULL);
ALTER TABLE occasions FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON occasions TO millrace_engine USING true;
CREATE POLICY tenant ON occasions TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON occasions TO millrace_tenant;

CREATE TABLE organisation_secrets (
  organisation_id uuid NOT NULL,
  name text NOT NULL,
  sealed text NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT organisation_secrets_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT organisation_secrets_pkey PRIMARY KEY (organisation_id, name)
);
CREATE TRIGGER revision AFTER INSERT OR DELETE OR UPDATE ON millrace.organisation_secrets FOR EACH ROW EXECUTE FUNCTION bump_settings_revision();
ALTER TABLE organisation_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON organisation_secrets TO millrace_engine USING true;
CREATE POLICY tenant ON organisation_secrets TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT, UPDATE ON organisation_secrets TO millrace_tenant;

CREATE TABLE organisations (
  id uuid NOT NULL,
  name text NOT NULL,
  workflow_revision bigint DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  settings jsonb DEFAULT '{}'::jsonb NOT NULL,
  settings_revision bigint DEFAULT 1 NOT NULL,
  watches boolean DEFAULT false NOT NULL,
  require_second_factor boolean DEFAULT false NOT NULL,
  CONSTRAINT organisations_pkey PRIMARY KEY (id)
);
CREATE TRIGGER first_providers AFTER UPDATE OF settings ON millrace.organisations FOR EACH ROW EXECUTE FUNCTION keep_first_providers();
CREATE TRIGGER settings_revision BEFORE UPDATE OF settings, watches ON millrace.organisations FOR EACH ROW EXECUTE FUNCTION bump_own_settings_revision();
ALTER TABLE organisations FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON organisations TO millrace_engine USING true;
CREATE POLICY tenant ON organisations TO millrace_tenant USING (id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON organisations TO millrace_tenant;

CREATE TABLE passkeys (
  id text NOT NULL,
  member_id uuid NOT NULL,
  name text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id)
);
CREATE INDEX passkeys_by_member ON millrace.passkeys USING btree (member_id);

CREATE TABLE piece_versions (
  organisation_id uuid NOT NULL,
  key text NOT NULL,
  version integer NOT NULL,
  content jsonb NOT NULL,
  restored_from integer,
  created_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT piece_versions_version_check CHECK ((version > 0)),
  CONSTRAINT piece_versions_organisation_id_key_fkey FOREIGN KEY (organisation_id, key) REFERENCES pieces(organisation_id, key),
  CONSTRAINT piece_versions_pkey PRIMARY KEY (organisation_id, key, version)
);
ALTER TABLE piece_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON piece_versions TO millrace_engine USING true;
CREATE POLICY tenant ON piece_versions TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT ON piece_versions TO millrace_tenant;

CREATE TABLE pieces (
  organisation_id uuid NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  version integer NOT NULL,
  CONSTRAINT pieces_key_check CHECK ((key ~ '^[a-z0-9][a-z0-9_-]{0,63}$'::text)),
  CONSTRAINT pieces_kind_check CHECK ((kind = ANY (ARRAY['blocks'::text, 'email'::text]))),
  CONSTRAINT pieces_version_check CHECK ((version > 0)),
  CONSTRAINT pieces_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT pieces_pkey PRIMARY KEY (organisation_id, key)
);
CREATE UNIQUE INDEX pieces_by_name ON millrace.pieces USING btree (organisation_id, lower(name));
ALTER TABLE pieces FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON pieces TO millrace_engine USING true;
CREATE POLICY tenant ON pieces TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT, UPDATE ON pieces TO millrace_tenant;

CREATE TABLE points_entries (
  organisation_id uuid NOT NULL,
  run_id uuid NOT NULL,
  node_id text NOT NULL,
  guest_id uuid NOT NULL,
  points bigint NOT NULL,
  reason text,
  created_at timestamp with time zone NOT NULL,
  actor text,
  CONSTRAINT points_entries_check CHECK (((actor IS NULL) = (node_id <> ''::text))),
  CONSTRAINT points_entries_pkey PRIMARY KEY (organisation_id, run_id, node_id)
);
CREATE INDEX points_entries_by_guest ON millrace.points_entries USING btree (guest_id, created_at);
CREATE INDEX points_entries_by_time ON millrace.points_entries USING brin (created_at);
ALTER TABLE points_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON points_entries TO millrace_engine USING true;
CREATE POLICY tenant ON points_entries TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON points_entries TO millrace_tenant;

CREATE TABLE providers (
  organisation_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  channel text NOT NULL,
  "position" integer NOT NULL,
  name text NOT NULL,
  connection jsonb,
  pace_most integer,
  pace_per text,
  most_a_day integer,
  warm_up_start integer,
  warm_up_factor numeric(5,2),
  warm_days integer DEFAULT 0 NOT NULL,
  next_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  day date DEFAULT '-infinity'::date NOT NULL,
  used integer DEFAULT 0 NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  probes integer DEFAULT 0 NOT NULL,
  down_since timestamp with time zone,
  probe_at timestamp with time zone,
  error jsonb,
  failed_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT providers_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))),
  CONSTRAINT providers_check CHECK (((pace_most IS NULL) = (pace_per IS NULL))),
  CONSTRAINT providers_check1 CHECK (((warm_up_start IS NULL) = (warm_up_factor IS NULL))),
  CONSTRAINT providers_check2 CHECK (((warm_up_start IS NULL) OR (most_a_day IS NOT NULL))),
  CONSTRAINT providers_check3 CHECK (((down_since IS NULL) = (probe_at IS NULL))),
  CONSTRAINT providers_most_a_day_check CHECK ((most_a_day > 0)),
  CONSTRAINT providers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 300))),
  CONSTRAINT providers_pace_most_check CHECK ((pace_most > 0)),
  CONSTRAINT providers_pace_per_check CHECK ((pace_per = ANY (ARRAY['second'::text, 'minute'::text, 'hour'::text]))),
  CONSTRAINT providers_warm_up_factor_check CHECK ((warm_up_factor > (1)::numeric)),
  CONSTRAINT providers_warm_up_start_check CHECK ((warm_up_start > 0)),
  CONSTRAINT providers_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT providers_pkey PRIMARY KEY (organisation_id, id)
);
CREATE UNIQUE INDEX providers_in_settings ON millrace.providers USING btree (organisation_id, channel) WHERE (connection IS NULL);
ALTER TABLE providers FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON providers TO millrace_engine USING true;
CREATE POLICY tenant ON providers TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT, UPDATE ON providers TO millrace_tenant;

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

CREATE TABLE recovery_codes (
  member_id uuid NOT NULL,
  hash bytea NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (member_id, hash)
);

CREATE TABLE replayed_events (
  organisation_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  event_id uuid NOT NULL,
  run_id uuid NOT NULL,
  CONSTRAINT replayed_events_pkey PRIMARY KEY (organisation_id, workflow_id, event_id)
);
ALTER TABLE replayed_events FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON replayed_events TO millrace_engine USING true;
CREATE POLICY tenant ON replayed_events TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON replayed_events TO millrace_tenant;

CREATE TABLE reset_links (
  member_id uuid NOT NULL,
  hash bytea NOT NULL,
  organisation_id uuid,
  made_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT reset_links_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT reset_links_organisation_id_member_id_fkey FOREIGN KEY (organisation_id, member_id) REFERENCES memberships(organisation_id, member_id) ON DELETE CASCADE,
  CONSTRAINT reset_links_pkey PRIMARY KEY (member_id),
  CONSTRAINT reset_links_hash_key UNIQUE (hash)
);
ALTER TABLE reset_links FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON reset_links TO millrace_engine USING true;

CREATE TABLE run_endings (
  organisation_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  up_to_version integer NOT NULL,
  reason text NOT NULL,
  actor text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT run_endings_pkey PRIMARY KEY (organisation_id, workflow_id)
);
ALTER TABLE run_endings FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON run_endings TO millrace_engine USING true;
CREATE POLICY tenant ON run_endings TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON run_endings TO millrace_tenant;

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
  resumption jsonb,
  memory jsonb,
  held_at timestamp with time zone,
  started_by_run uuid,
  started_by_node text,
  chain smallint,
  CONSTRAINT runs_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'failure'::text, 'exited'::text]))),
  CONSTRAINT runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'paused'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
  CONSTRAINT runs_trigger_check CHECK ((trigger = ANY (ARRAY['event'::text, 'api'::text, 'dashboard'::text, 'replay'::text, 'workflow'::text, 'date'::text, 'absence'::text, 'segment'::text, 'broadcast'::text]))),
  CONSTRAINT runs_pkey PRIMARY KEY (organisation_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX runs_by_guest ON ONLY millrace.runs USING btree (guest_id, id);
CREATE INDEX runs_by_workflow ON ONLY millrace.runs USING btree (workflow_id, id);
CREATE INDEX runs_due ON ONLY millrace.runs USING btree (resumes_at) WHERE (resumes_at IS NOT NULL);
CREATE INDEX runs_failed ON ONLY millrace.runs USING btree (organisation_id, id) WHERE (error IS NOT NULL);
CREATE INDEX runs_held ON ONLY millrace.runs USING btree (organisation_id, workflow_id, id) WHERE (held_at IS NOT NULL);
CREATE INDEX runs_waiting ON ONLY millrace.runs USING btree (organisation_id, workflow_id, id) WHERE (resumes_at IS NOT NULL);
CREATE TRIGGER subscribed AFTER UPDATE OF status ON millrace.runs FOR EACH ROW WHEN (((new.status = ANY (ARRAY['completed'::text, 'failed'::text, 'cancelled'::text])) AND (old.status <> ALL (ARRAY['completed'::text, 'failed'::text, 'cancelled'::text])))) EXECUTE FUNCTION note_run_finished();
ALTER TABLE runs FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON runs TO millrace_engine USING true;
CREATE POLICY tenant ON runs TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON runs TO millrace_tenant;

CREATE TABLE runs_default (
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
  resumption jsonb,
  memory jsonb,
  held_at timestamp with time zone,
  started_by_run uuid,
  started_by_node text,
  chain smallint,
  CONSTRAINT runs_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'failure'::text, 'exited'::text]))),
  CONSTRAINT runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'paused'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
  CONSTRAINT runs_trigger_check CHECK ((trigger = ANY (ARRAY['event'::text, 'api'::text, 'dashboard'::text, 'replay'::text, 'workflow'::text, 'date'::text, 'absence'::text, 'segment'::text, 'broadcast'::text]))),
  CONSTRAINT runs_default_pkey PRIMARY KEY (organisation_id, id)
) WITH (fillfactor=47);
CREATE INDEX runs_default_guest_id_id_idx ON millrace.runs_default USING btree (guest_id, id);
CREATE INDEX runs_default_organisation_id_id_idx ON millrace.runs_default USING btree (organisation_id, id) WHERE (error IS NOT NULL);
CREATE INDEX runs_default_organisation_id_workflow_id_id_idx1 ON millrace.runs_default USING btree (organisation_id, workflow_id, id) WHERE (held_at IS NOT NULL);
CREATE INDEX runs_default_organisation_id_workflow_id_id_idx2 ON millrace.runs_default USING btree (organisation_id, workflow_id, id) WHERE (resumes_at IS NOT NULL);
CREATE INDEX runs_default_resumes_at_idx ON millrace.runs_default USING btree (resumes_at) WHERE (resumes_at IS NOT NULL);
CREATE UNIQUE INDEX runs_default_started_once ON millrace.runs_default USING btree (organisation_id, started_by_run, started_by_node) WHERE (started_by_run IS NOT NULL);
CREATE INDEX runs_default_workflow_id_id_idx ON millrace.runs_default USING btree (workflow_id, id);
CREATE TRIGGER subscribed AFTER UPDATE OF status ON millrace.runs_default FOR EACH ROW WHEN (((new.status = ANY (ARRAY['completed'::text, 'failed'::text, 'cancelled'::text])) AND (old.status <> ALL (ARRAY['completed'::text, 'failed'::text, 'cancelled'::text])))) EXECUTE FUNCTION note_run_finished();

CREATE TABLE saved_views (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  member_id uuid,
  list text NOT NULL,
  name text NOT NULL,
  filters jsonb NOT NULL,
  shared boolean NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT saved_views_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT saved_views_organisation_id_member_id_fkey FOREIGN KEY (organisation_id, member_id) REFERENCES memberships(organisation_id, member_id) ON DELETE SET NULL (member_id),
  CONSTRAINT saved_views_pkey PRIMARY KEY (organisation_id, id)
);
CREATE INDEX saved_views_by_member ON millrace.saved_views USING btree (organisation_id, member_id);
ALTER TABLE saved_views FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON saved_views TO millrace_engine USING true;
CREATE POLICY tenant ON saved_views TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT, UPDATE ON saved_views TO millrace_tenant;

CREATE TABLE schedule_days (
  organisation_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  day date NOT NULL,
  time_zone text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  considered integer DEFAULT 0 NOT NULL,
  started integer DEFAULT 0 NOT NULL,
  skipped jsonb DEFAULT '{}'::jsonb NOT NULL,
  missed integer DEFAULT 0 NOT NULL,
  missed_because text,
  CONSTRAINT schedule_days_missed_because_check CHECK ((missed_because = ANY (ARRAY['workflow_paused'::text, 'too_late'::text, 'source_silent'::text]))),
  CONSTRAINT schedule_days_pkey PRIMARY KEY (organisation_id, workflow_id, day, time_zone)
);
ALTER TABLE schedule_days FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON schedule_days TO millrace_engine USING true;
CREATE POLICY tenant ON schedule_days TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON schedule_days TO millrace_tenant;

CREATE TABLE schedules (
  organisation_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  since timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  progress jsonb DEFAULT '{}'::jsonb NOT NULL,
  segment_id uuid,
  segment_on text,
  members_after uuid,
  broadcast jsonb,
  CONSTRAINT schedules_segment_check CHECK (((segment_id IS NULL) = (segment_on IS NULL))),
  CONSTRAINT schedules_segment_on_check CHECK ((segment_on = ANY (ARRAY['enters'::text, 'leaves'::text]))),
  CONSTRAINT schedules_pkey PRIMARY KEY (organisation_id, workflow_id)
);
CREATE INDEX schedules_due ON millrace.schedules USING btree (due_at);
CREATE INDEX schedules_of_segment ON millrace.schedules USING btree (organisation_id, segment_id) WHERE (segment_id IS NOT NULL);
ALTER TABLE schedules FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON schedules TO millrace_engine USING true;
CREATE POLICY tenant ON schedules TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT ON schedules TO millrace_tenant;

CREATE TABLE scim_group_members (
  organisation_id uuid NOT NULL,
  group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT scim_group_members_organisation_id_group_id_fkey FOREIGN KEY (organisation_id, group_id) REFERENCES scim_groups(organisation_id, id) ON DELETE CASCADE,
  CONSTRAINT scim_group_members_organisation_id_user_id_fkey FOREIGN KEY (organisation_id, user_id) REFERENCES scim_users(organisation_id, id) ON DELETE CASCADE,
  CONSTRAINT scim_group_members_pkey PRIMARY KEY (organisation_id, group_id, user_id)
);
CREATE INDEX scim_group_members_by_user ON millrace.scim_group_members USING btree (organisation_id, user_id);
ALTER TABLE scim_group_members FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON scim_group_members TO millrace_engine USING true;

CREATE TABLE scim_groups (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  external_id text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT scim_groups_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES single_sign_on(organisation_id) ON DELETE CASCADE,
  CONSTRAINT scim_groups_pkey PRIMARY KEY (organisation_id, id),
  CONSTRAINT scim_groups_organisation_id_name_key UNIQUE (organisation_id, name)
);
ALTER TABLE scim_groups FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON scim_groups TO millrace_engine USING true;

CREATE TABLE scim_tokens (
  organisation_id uuid NOT NULL,
  hash bytea NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT scim_tokens_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES single_sign_on(organisation_id) ON DELETE CASCADE,
  CONSTRAINT scim_tokens_pkey PRIMARY KEY (organisation_id),
  CONSTRAINT scim_tokens_hash_key UNIQUE (hash)
);
ALTER TABLE scim_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON scim_tokens TO millrace_engine USING true;

CREATE TABLE scim_users (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  user_name text NOT NULL,
  external_id text,
  name text NOT NULL,
  active boolean NOT NULL,
  member_id uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT scim_users_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  CONSTRAINT scim_users_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES single_sign_on(organisation_id) ON DELETE CASCADE,
  CONSTRAINT scim_users_pkey PRIMARY KEY (organisation_id, id),
  CONSTRAINT scim_users_organisation_id_user_name_key UNIQUE (organisation_id, user_name)
);
CREATE INDEX scim_users_by_member ON millrace.scim_users USING btree (member_id);
ALTER TABLE scim_users FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON scim_users TO millrace_engine USING true;

CREATE TABLE segment_changes (
  organisation_id uuid NOT NULL,
  id bigint NOT NULL,
  guest_id uuid NOT NULL,
  CONSTRAINT segment_changes_pkey PRIMARY KEY (organisation_id, id)
);
ALTER TABLE segment_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON segment_changes TO millrace_engine USING true;
CREATE POLICY tenant ON segment_changes TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

CREATE TABLE segment_members (
  organisation_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  entered_at timestamp with time zone NOT NULL,
  left_at timestamp with time zone,
  CONSTRAINT segment_members_pkey PRIMARY KEY (organisation_id, segment_id, guest_id, entered_at)
);
CREATE UNIQUE INDEX segment_members_now ON millrace.segment_members USING btree (organisation_id, guest_id, segment_id) WHERE (left_at IS NULL);
ALTER TABLE segment_members FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON segment_members TO millrace_engine USING true;
CREATE POLICY tenant ON segment_members TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, SELECT ON segment_members TO millrace_tenant;

CREATE TABLE segment_moves (
  organisation_id uuid NOT NULL,
  id bigint NOT NULL,
  workflow_id uuid NOT NULL,
  segment_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  entered_at timestamp with time zone NOT NULL,
  CONSTRAINT segment_moves_pkey PRIMARY KEY (organisation_id, id)
);
CREATE INDEX segment_moves_next ON millrace.segment_moves USING btree (organisation_id, workflow_id, id);
CREATE INDEX segment_moves_of_guest ON millrace.segment_moves USING btree (organisation_id, guest_id);
ALTER TABLE segment_moves FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON segment_moves TO millrace_engine USING true;
CREATE POLICY tenant ON segment_moves TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, SELECT ON segment_moves TO millrace_tenant;

CREATE TABLE segment_progress (
  organisation_id uuid NOT NULL,
  event_id uuid NOT NULL,
  CONSTRAINT segment_progress_pkey PRIMARY KEY (organisation_id)
);
ALTER TABLE segment_progress FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON segment_progress TO millrace_engine USING true;
CREATE POLICY tenant ON segment_progress TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT ON segment_progress TO millrace_tenant;

CREATE TABLE segments (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text,
  condition jsonb NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  members bigint DEFAULT 0 NOT NULL,
  counted_revision integer,
  counted_at timestamp with time zone,
  due_at timestamp with time zone DEFAULT now() NOT NULL,
  counted_up_to uuid,
  CONSTRAINT segments_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT segments_pkey PRIMARY KEY (organisation_id, id)
);
CREATE UNIQUE INDEX segments_by_name ON millrace.segments USING btree (organisation_id, lower(name));
CREATE INDEX segments_due ON millrace.segments USING btree (due_at);
ALTER TABLE segments FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON segments TO millrace_engine USING true;
CREATE POLICY tenant ON segments TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT, UPDATE ON segments TO millrace_tenant;

CREATE TABLE sessions (
  hash bytea NOT NULL,
  member_id uuid NOT NULL,
  organisation_id uuid,
  address text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  confirmed_at timestamp with time zone DEFAULT now() NOT NULL,
  browser text,
  single_sign_on boolean DEFAULT false NOT NULL,
  CONSTRAINT sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT sessions_organisation_id_member_id_fkey FOREIGN KEY (organisation_id, member_id) REFERENCES memberships(organisation_id, member_id) ON DELETE CASCADE,
  CONSTRAINT sessions_pkey PRIMARY KEY (hash)
);
CREATE INDEX sessions_by_member ON millrace.sessions USING btree (member_id, organisation_id);
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON sessions TO millrace_engine USING true;
CREATE POLICY tenant ON sessions TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

CREATE TABLE setup_links (
  hash bytea NOT NULL,
  organisation_id uuid,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT setup_links_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT setup_links_pkey PRIMARY KEY (hash)
);
ALTER TABLE setup_links FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON setup_links TO millrace_engine USING true;
CREATE POLICY tenant ON setup_links TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));

CREATE TABLE simulations (
  organisation_id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  script jsonb NOT NULL,
  expected jsonb NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT simulations_pkey PRIMARY KEY (organisation_id, workflow_id, id)
);
ALTER TABLE simulations FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON simulations TO millrace_engine USING true;
CREATE POLICY tenant ON simulations TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT ON simulations TO millrace_tenant;

CREATE TABLE single_sign_on (
  organisation_id uuid NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  sealed_secret text NOT NULL,
  scopes text[] NOT NULL,
  group_claim text NOT NULL,
  grants jsonb NOT NULL,
  default_grant jsonb,
  enforced boolean NOT NULL,
  saved_by text NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT single_sign_on_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT single_sign_on_pkey PRIMARY KEY (organisation_id)
);
ALTER TABLE single_sign_on FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON single_sign_on TO millrace_engine USING true;

CREATE TABLE single_sign_on_attempts (
  hash bytea NOT NULL,
  organisation_id uuid NOT NULL,
  issuer text NOT NULL,
  state text NOT NULL,
  nonce text NOT NULL,
  verifier text NOT NULL,
  next text NOT NULL,
  again boolean NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT single_sign_on_attempts_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES single_sign_on(organisation_id) ON DELETE CASCADE,
  CONSTRAINT single_sign_on_attempts_pkey PRIMARY KEY (hash)
);
CREATE INDEX single_sign_on_attempts_age ON millrace.single_sign_on_attempts USING btree (created_at);
ALTER TABLE single_sign_on_attempts FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON single_sign_on_attempts TO millrace_engine USING true;

CREATE TABLE single_sign_on_domains (
  domain text NOT NULL,
  organisation_id uuid NOT NULL,
  proven_at timestamp with time zone,
  CONSTRAINT single_sign_on_domains_domain_check CHECK ((domain = lower(domain))),
  CONSTRAINT single_sign_on_domains_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES single_sign_on(organisation_id) ON DELETE CASCADE,
  CONSTRAINT single_sign_on_domains_pkey PRIMARY KEY (domain)
);
CREATE INDEX single_sign_on_domains_of ON millrace.single_sign_on_domains USING btree (organisation_id);
ALTER TABLE single_sign_on_domains FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON single_sign_on_domains TO millrace_engine USING true;

CREATE TABLE single_sign_on_proofs (
  organisation_id uuid NOT NULL,
  domain text NOT NULL,
  token text DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text) NOT NULL,
  CONSTRAINT single_sign_on_proofs_domain_check CHECK ((domain = lower(domain))),
  CONSTRAINT single_sign_on_proofs_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES single_sign_on(organisation_id) ON DELETE CASCADE,
  CONSTRAINT single_sign_on_proofs_pkey PRIMARY KEY (organisation_id, domain)
);
ALTER TABLE single_sign_on_proofs FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON single_sign_on_proofs TO millrace_engine USING true;

CREATE TABLE sms_received (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  provider_id text,
  guest_id uuid,
  serial text,
  sender text NOT NULL,
  body text NOT NULL,
  wish text,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sms_received_wish_check CHECK ((wish = ANY (ARRAY['stop'::text, 'start'::text, 'help'::text]))),
  CONSTRAINT sms_received_pkey PRIMARY KEY (organisation_id, id),
  CONSTRAINT sms_received_organisation_id_provider_id_key UNIQUE (organisation_id, provider_id)
);
CREATE INDEX sms_received_by_guest ON millrace.sms_received USING btree (organisation_id, guest_id, received_at) WHERE (guest_id IS NOT NULL);
CREATE INDEX sms_received_by_sender ON millrace.sms_received USING btree (organisation_id, sender, received_at);
CREATE INDEX sms_received_by_time ON millrace.sms_received USING btree (organisation_id, received_at);
ALTER TABLE sms_received FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON sms_received TO millrace_engine USING true;
CREATE POLICY tenant ON sms_received TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON sms_received TO millrace_tenant;

CREATE TABLE source_fields (
  organisation_id uuid NOT NULL,
  source text NOT NULL,
  key text NOT NULL,
  type text NOT NULL,
  seen bigint NOT NULL,
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  example jsonb,
  CONSTRAINT source_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'boolean'::text, 'null'::text]))),
  CONSTRAINT source_fields_pkey PRIMARY KEY (organisation_id, source, key, type)
);
ALTER TABLE source_fields FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON source_fields TO millrace_engine USING true;
CREATE POLICY tenant ON source_fields TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON source_fields TO millrace_tenant;

CREATE TABLE source_meanings (
  organisation_id uuid NOT NULL,
  source text NOT NULL,
  kind text NOT NULL,
  amount text,
  currency text,
  covers text,
  CONSTRAINT source_meanings_kind_check CHECK ((kind = ANY (ARRAY['visit'::text, 'booking'::text, 'no_show'::text, 'review'::text, 'refund'::text]))),
  CONSTRAINT source_meanings_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT source_meanings_pkey PRIMARY KEY (organisation_id, source)
);
CREATE TRIGGER revision AFTER INSERT OR DELETE OR UPDATE ON millrace.source_meanings FOR EACH ROW EXECUTE FUNCTION bump_settings_revision();
ALTER TABLE source_meanings FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON source_meanings TO millrace_engine USING true;
CREATE POLICY tenant ON source_meanings TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT, UPDATE ON source_meanings TO millrace_tenant;

CREATE TABLE source_progress (
  single boolean DEFAULT true NOT NULL,
  event_id uuid NOT NULL,
  CONSTRAINT source_progress_single_check CHECK (single),
  CONSTRAINT source_progress_pkey PRIMARY KEY (single)
);

CREATE TABLE source_venues (
  organisation_id uuid NOT NULL,
  source text NOT NULL,
  serial text NOT NULL,
  events bigint NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  CONSTRAINT source_venues_pkey PRIMARY KEY (organisation_id, source, serial)
);
ALTER TABLE source_venues FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON source_venues TO millrace_engine USING true;
CREATE POLICY tenant ON source_venues TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON source_venues TO millrace_tenant;

CREATE TABLE sources (
  organisation_id uuid NOT NULL,
  source text NOT NULL,
  events bigint NOT NULL,
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  CONSTRAINT sources_pkey PRIMARY KEY (organisation_id, source)
);
ALTER TABLE sources FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON sources TO millrace_engine USING true;
CREATE POLICY tenant ON sources TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON sources TO millrace_tenant;

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
  together json,
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
  together json,
  CONSTRAINT steps_status_check CHECK ((status = ANY (ARRAY['completed'::text, 'skipped'::text, 'failed'::text, 'waiting'::text]))),
  CONSTRAINT steps_default_pkey PRIMARY KEY (organisation_id, run_id, "position")
);

CREATE TABLE strict_limits (
  key text NOT NULL,
  admitted bigint[] NOT NULL,
  touched timestamp with time zone NOT NULL,
  CONSTRAINT strict_limits_pkey PRIMARY KEY (key)
) WITH (fillfactor=70);

CREATE TABLE subscription_attempts (
  organisation_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  attempt integer NOT NULL,
  at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  error text,
  response text,
  CONSTRAINT subscription_attempts_organisation_id_delivery_id_fkey FOREIGN KEY (organisation_id, delivery_id) REFERENCES subscription_deliveries(organisation_id, id) ON DELETE CASCADE,
  CONSTRAINT subscription_attempts_pkey PRIMARY KEY (organisation_id, delivery_id, attempt)
);
ALTER TABLE subscription_attempts FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON subscription_attempts TO millrace_engine USING true;
CREATE POLICY tenant ON subscription_attempts TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON subscription_attempts TO millrace_tenant;

CREATE TABLE subscription_deliveries (
  organisation_id uuid NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  subscription_id uuid NOT NULL,
  sequence bigint NOT NULL,
  guest_id uuid,
  type text NOT NULL,
  data jsonb NOT NULL,
  occurred_at timestamp with time zone DEFAULT now() NOT NULL,
  hops integer DEFAULT 1 NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  due_at timestamp with time zone DEFAULT now() NOT NULL,
  settled_at timestamp with time zone,
  CONSTRAINT subscription_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))),
  CONSTRAINT subscription_deliveries_organisation_id_subscription_id_fkey FOREIGN KEY (organisation_id, subscription_id) REFERENCES subscriptions(organisation_id, id),
  CONSTRAINT subscription_deliveries_pkey PRIMARY KEY (organisation_id, id)
);
CREATE INDEX subscription_deliveries_age ON millrace.subscription_deliveries USING btree (occurred_at);
CREATE INDEX subscription_deliveries_due ON millrace.subscription_deliveries USING btree (organisation_id, subscription_id, due_at) WHERE (state = 'waiting'::text);
CREATE INDEX subscription_deliveries_guest ON millrace.subscription_deliveries USING btree (organisation_id, guest_id);
CREATE INDEX subscription_deliveries_newest ON millrace.subscription_deliveries USING btree (organisation_id, subscription_id, sequence);
CREATE INDEX subscription_deliveries_order ON millrace.subscription_deliveries USING btree (organisation_id, subscription_id, guest_id, sequence) WHERE (state = 'waiting'::text);
CREATE INDEX subscription_deliveries_settled ON millrace.subscription_deliveries USING btree (organisation_id, subscription_id, state, settled_at) WHERE (state <> 'waiting'::text);
ALTER TABLE subscription_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON subscription_deliveries TO millrace_engine USING true;
CREATE POLICY tenant ON subscription_deliveries TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON subscription_deliveries TO millrace_tenant;

CREATE TABLE subscriptions (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  sealed_secret text,
  sealed_previous text,
  previous_until timestamp with time zone,
  paused_at timestamp with time zone,
  paused_because text,
  failing_since timestamp with time zone,
  created_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT subscriptions_events_check CHECK ((events <> '{}'::text[])),
  CONSTRAINT subscriptions_paused_because_check CHECK ((paused_because = ANY (ARRAY['member'::text, 'failing'::text, 'gone'::text]))),
  CONSTRAINT subscriptions_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT subscriptions_pkey PRIMARY KEY (organisation_id, id)
);
CREATE UNIQUE INDEX subscriptions_by_name ON millrace.subscriptions USING btree (organisation_id, lower(name)) WHERE (deleted_at IS NULL);
ALTER TABLE subscriptions FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON subscriptions TO millrace_engine USING true;
CREATE POLICY tenant ON subscriptions TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON subscriptions TO millrace_tenant;

CREATE TABLE suppressions (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  channel text NOT NULL,
  address text NOT NULL,
  reason text NOT NULL,
  source text NOT NULL,
  note text,
  since timestamp with time zone DEFAULT now() NOT NULL,
  lifted_at timestamp with time zone,
  lifted_by text,
  lifted_because text,
  CONSTRAINT suppressions_address_check CHECK (((length(address) >= 1) AND (length(address) <= 254))),
  CONSTRAINT suppressions_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))),
  CONSTRAINT suppressions_lifted_because_check CHECK (((length(lifted_because) >= 1) AND (length(lifted_because) <= 500))),
  CONSTRAINT suppressions_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  CONSTRAINT suppressions_reason_check CHECK ((reason = ANY (ARRAY['hard_bounce'::text, 'soft_bounces'::text, 'complaint'::text, 'member'::text, 'integration'::text]))),
  CONSTRAINT suppressions_source_check CHECK (((length(source) >= 1) AND (length(source) <= 100))),
  CONSTRAINT suppressions_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT suppressions_pkey PRIMARY KEY (organisation_id, id)
);
CREATE INDEX suppressions_by_address ON millrace.suppressions USING btree (organisation_id, address text_pattern_ops);
CREATE UNIQUE INDEX suppressions_in_force ON millrace.suppressions USING btree (organisation_id, channel, address) WHERE (lifted_at IS NULL);
ALTER TABLE suppressions FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON suppressions TO millrace_engine USING true;
CREATE POLICY tenant ON suppressions TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON suppressions TO millrace_tenant;

CREATE TABLE tasks (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  node_id text NOT NULL,
  guest_id uuid NOT NULL,
  serial text,
  title text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  assignee text,
  status text DEFAULT 'open'::text NOT NULL,
  due_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  done_at timestamp with time zone,
  done_by text,
  note text,
  note_by text,
  CONSTRAINT tasks_note_check CHECK ((length(note) <= 2000)),
  CONSTRAINT tasks_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text]))),
  CONSTRAINT tasks_pkey PRIMARY KEY (organisation_id, id),
  CONSTRAINT tasks_organisation_id_run_id_node_id_key UNIQUE (organisation_id, run_id, node_id)
);
CREATE INDEX tasks_by_due ON millrace.tasks USING btree (organisation_id, COALESCE(due_at, 'infinity'::timestamp with time zone), id) WHERE (status = 'open'::text);
CREATE INDEX tasks_by_due_down ON millrace.tasks USING btree (organisation_id, COALESCE(due_at, '-infinity'::timestamp with time zone), id) WHERE (status = 'open'::text);
CREATE INDEX tasks_by_time ON millrace.tasks USING btree (organisation_id, status, created_at, id);
CREATE INDEX tasks_open ON millrace.tasks USING btree (organisation_id, id) WHERE (status = 'open'::text);
ALTER TABLE tasks FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON tasks TO millrace_engine USING true;
CREATE POLICY tenant ON tasks TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON tasks TO millrace_tenant;

CREATE TABLE totp_secrets (
  member_id uuid NOT NULL,
  sealed text NOT NULL,
  confirmed_at timestamp with time zone,
  last_step bigint DEFAULT 0 NOT NULL,
  CONSTRAINT totp_secrets_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  CONSTRAINT totp_secrets_pkey PRIMARY KEY (member_id)
);

CREATE TABLE undertakings (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  workflow_id uuid,
  request jsonb NOT NULL,
  progress jsonb DEFAULT '{}'::jsonb NOT NULL,
  result jsonb,
  status text DEFAULT 'running'::text NOT NULL,
  actor text NOT NULL,
  leased_until timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT undertakings_kind_check CHECK ((kind = ANY (ARRAY['push'::text, 'comparison'::text, 'retry'::text, 'visits'::text, 'import'::text, 'repair'::text]))),
  CONSTRAINT undertakings_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))),
  CONSTRAINT undertakings_pkey PRIMARY KEY (organisation_id, id)
);
CREATE INDEX undertakings_running ON millrace.undertakings USING btree (created_at) WHERE (status = 'running'::text);
ALTER TABLE undertakings FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON undertakings TO millrace_engine USING true;
CREATE POLICY tenant ON undertakings TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON undertakings TO millrace_tenant;

CREATE TABLE venues (
  organisation_id uuid NOT NULL,
  serial text NOT NULL,
  name text NOT NULL,
  time_zone text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  locale text,
  opening_hours jsonb,
  variables jsonb DEFAULT '{}'::jsonb NOT NULL,
  paused boolean DEFAULT false NOT NULL,
  country text,
  brand jsonb,
  sms_from text,
  CONSTRAINT venues_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT venues_serial_check CHECK (((length(serial) >= 1) AND (length(serial) <= 12))),
  CONSTRAINT venues_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT venues_pkey PRIMARY KEY (organisation_id, serial)
);
CREATE TRIGGER revision AFTER INSERT OR DELETE OR UPDATE ON millrace.venues FOR EACH ROW EXECUTE FUNCTION bump_settings_revision();
ALTER TABLE venues FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON venues TO millrace_engine USING true;
CREATE POLICY tenant ON venues TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT, UPDATE ON venues TO millrace_tenant;

CREATE TABLE visits (
  organisation_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  event_id uuid NOT NULL,
  kind text NOT NULL,
  source text NOT NULL,
  serial text,
  occurred_at timestamp with time zone NOT NULL,
  amount numeric(16,4),
  currency text,
  covers integer,
  CONSTRAINT visits_kind_check CHECK ((kind = ANY (ARRAY['visit'::text, 'booking'::text, 'no_show'::text, 'review'::text, 'refund'::text]))),
  CONSTRAINT visits_pkey PRIMARY KEY (organisation_id, guest_id, event_id)
);
CREATE INDEX visits_by_time ON millrace.visits USING btree (organisation_id, occurred_at) WHERE (kind = 'visit'::text);
CREATE INDEX visits_others_by_time ON millrace.visits USING btree (organisation_id, occurred_at) WHERE (kind <> 'visit'::text);
ALTER TABLE visits FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON visits TO millrace_engine USING true;
CREATE POLICY tenant ON visits TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT INSERT, SELECT ON visits TO millrace_tenant;

CREATE TABLE watches (
  organisation_id uuid NOT NULL,
  guest_id uuid NOT NULL,
  run_id uuid NOT NULL,
  kind text NOT NULL,
  key text DEFAULT ''::text NOT NULL,
  CONSTRAINT watches_kind_check CHECK ((kind = ANY (ARRAY['wait'::text, 'exit'::text]))),
  CONSTRAINT watches_pkey PRIMARY KEY (organisation_id, guest_id, run_id, kind, key)
);
CREATE INDEX watches_by_key ON millrace.watches USING btree (organisation_id, guest_id, key);
ALTER TABLE watches FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON watches TO millrace_engine USING true;
CREATE POLICY tenant ON watches TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT ON watches TO millrace_tenant;

CREATE TABLE workflow_comments (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  workflow_id uuid NOT NULL,
  node_id text,
  member_id uuid,
  text text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  resolved_at timestamp with time zone,
  CONSTRAINT workflow_comments_organisation_id_member_id_fkey FOREIGN KEY (organisation_id, member_id) REFERENCES memberships(organisation_id, member_id) ON DELETE SET NULL (member_id),
  CONSTRAINT workflow_comments_organisation_id_workflow_id_fkey FOREIGN KEY (organisation_id, workflow_id) REFERENCES workflows(organisation_id, id),
  CONSTRAINT workflow_comments_pkey PRIMARY KEY (organisation_id, id)
);
CREATE INDEX workflow_comments_by_member ON millrace.workflow_comments USING btree (organisation_id, member_id);
CREATE INDEX workflow_comments_by_workflow ON millrace.workflow_comments USING btree (organisation_id, workflow_id);
ALTER TABLE workflow_comments FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON workflow_comments TO millrace_engine USING true;
CREATE POLICY tenant ON workflow_comments TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT DELETE, INSERT, SELECT, UPDATE ON workflow_comments TO millrace_tenant;

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
GRANT INSERT, SELECT ON workflow_versions TO millrace_tenant;

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
  draft jsonb,
  draft_revision integer DEFAULT 0 NOT NULL,
  draft_by text,
  draft_at timestamp with time zone,
  listener boolean DEFAULT false NOT NULL,
  trigger text DEFAULT 'event'::text NOT NULL,
  folder text,
  tags text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT workflows_check CHECK (((status = ANY (ARRAY['draft'::text, 'cancelled'::text])) OR (version IS NOT NULL))),
  CONSTRAINT workflows_folder_check CHECK (((length(folder) >= 1) AND (length(folder) <= 60))),
  CONSTRAINT workflows_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'cancelled'::text]))),
  CONSTRAINT workflows_tags_check CHECK ((cardinality(tags) <= 20)),
  CONSTRAINT workflows_trigger_check CHECK ((trigger = ANY (ARRAY['event'::text, 'date'::text, 'absence'::text, 'segment'::text, 'broadcast'::text]))),
  CONSTRAINT workflows_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT workflows_pkey PRIMARY KEY (organisation_id, id)
);
CREATE UNIQUE INDEX workflows_one_active_per_source ON millrace.workflows USING btree (organisation_id, source) WHERE ((status = 'active'::text) AND (source IS NOT NULL) AND (NOT listener));
CREATE TRIGGER revision AFTER INSERT OR UPDATE OF name, status, version, source ON millrace.workflows FOR EACH ROW EXECUTE FUNCTION bump_workflow_revision();
ALTER TABLE workflows FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON workflows TO millrace_engine USING true;
CREATE POLICY tenant ON workflows TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON workflows TO millrace_tenant;

CREATE TABLE millrace_audit.entries (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  sequence bigint NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  keyed boolean DEFAULT false NOT NULL,
  CONSTRAINT audit_entries_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT audit_entries_pkey PRIMARY KEY (organisation_id, id),
  CONSTRAINT audit_entries_organisation_id_sequence_key UNIQUE (organisation_id, sequence)
);
ALTER TABLE millrace_audit.entries OWNER TO millrace_audit;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON millrace_audit.entries FOR EACH ROW EXECUTE FUNCTION millrace_audit.refuse_change();
CREATE TRIGGER chain BEFORE INSERT ON millrace_audit.entries FOR EACH ROW EXECUTE FUNCTION millrace_audit.chain_entry();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON millrace_audit.entries FOR EACH STATEMENT EXECUTE FUNCTION millrace_audit.refuse_change();
ALTER TABLE millrace_audit.entries FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON millrace_audit.entries TO millrace_audit USING true;
CREATE POLICY engine ON millrace_audit.entries TO millrace_engine USING true;
CREATE POLICY tenant ON millrace_audit.entries TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON millrace_audit.entries TO millrace_engine;
GRANT SELECT ON millrace_audit.entries TO millrace_tenant;

CREATE TABLE millrace_audit.heads (
  organisation_id uuid NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_heads_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id),
  CONSTRAINT audit_heads_pkey PRIMARY KEY (organisation_id)
);
ALTER TABLE millrace_audit.heads OWNER TO millrace_audit;
ALTER TABLE millrace_audit.heads FORCE ROW LEVEL SECURITY;
CREATE POLICY audit ON millrace_audit.heads TO millrace_audit USING true;
CREATE POLICY engine ON millrace_audit.heads TO millrace_engine USING true;
CREATE POLICY tenant ON millrace_audit.heads TO millrace_tenant USING (organisation_id = ( SELECT (current_setting('millrace.organisation_id'::text))::uuid AS current_setting));
GRANT SELECT ON millrace_audit.heads TO millrace_engine;
GRANT SELECT ON millrace_audit.heads TO millrace_tenant;

CREATE VIEW audit_entries WITH (security_invoker=true) AS
 SELECT organisation_id,
    id,
    at,
    actor,
    action,
    subject,
    detail,
    sequence,
    previous_hash,
    hash
   FROM millrace_audit.entries;

CREATE VIEW every_step WITH (security_invoker=true) AS
 SELECT s.organisation_id,
    s.run_id,
    one."position",
    one.node_id,
    one.type,
    one.status,
    one.attempt,
    one.detail,
    s.started_at,
    s.finished_at
   FROM (steps s
     CROSS JOIN LATERAL ( SELECT s."position",
            s.node_id,
            s.type,
            s.status,
            s.attempt,
            COALESCE(((s.together -> 0))::jsonb, s.detail) AS detail
        UNION ALL
         SELECT ((s."position" + (e.nth)::integer) - 1),
            (e.entry ->> 0),
            (e.entry ->> 1),
            COALESCE((e.entry ->> 3), 'completed'::text) AS "coalesce",
            1,
            ((e.entry -> 2))::jsonb AS jsonb
           FROM json_array_elements(s.together) WITH ORDINALITY e(entry, nth)
          WHERE (e.nth > 1)) one);

CREATE OR REPLACE FUNCTION millrace.add_counts(one jsonb, other jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(jsonb_object_agg(reason, many), '{}') FROM (
    SELECT reason, sum(many::integer) AS many
    FROM (SELECT * FROM jsonb_each_text(one) UNION ALL SELECT * FROM jsonb_each_text(other)) AS both_of_them (reason, many)
    GROUP BY reason
  ) AS sums
$function$
;

CREATE OR REPLACE FUNCTION millrace.bump_own_settings_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.settings_revision := OLD.settings_revision + 1;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.bump_settings_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE organisations SET settings_revision = settings_revision + 1
  WHERE id = coalesce(NEW.organisation_id, OLD.organisation_id);
  RETURN NULL;
END $function$
;

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
 SET lock_timeout TO '1s'
AS $function$
DECLARE
  v_table text;
  v_key text;
  v_options text;
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
    FOR v_table, v_key, v_options IN
      VALUES ('events', 'id', ''), ('steps', 'run_id', ''), ('runs', 'id', 'WITH (fillfactor = 47)')
    LOOP
      v_partition := v_table || to_char(v_month AT TIME ZONE 'UTC', '_YYYY_MM');
      CONTINUE WHEN to_regclass(v_partition) IS NOT NULL;
      CONTINUE WHEN v_table = 'runs' AND EXISTS (
        SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'runs'::regclass AND c.relname ~ '^runs_before_\d{4}_\d\d$'
          AND right(c.relname, 7) > right(v_partition, 7));
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= %L AND %2$I < %4$L)',
        v_table || '_default', v_key, v_from, v_to) INTO v_late;
      IF v_late THEN
        EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', v_table || '_default');
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) %s', v_partition, v_table, v_options);
        EXECUTE format(
          'WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %2$I < %4$L RETURNING *) INSERT INTO %5$I SELECT * FROM moved',
          v_table || '_default', v_key, v_from, v_to, v_partition);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
          v_table, v_partition, v_from, v_to);
      ELSE
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L) %s',
          v_partition, v_table, v_from, v_to, v_options);
      END IF;
      IF v_table = 'runs' THEN
        EXECUTE format(
          'CREATE UNIQUE INDEX %I ON %I (organisation_id, started_by_run, started_by_node) WHERE started_by_run IS NOT NULL',
          v_partition || '_started_once', v_partition);
      END IF;
    END LOOP;
  END LOOP;
EXCEPTION WHEN lock_not_available THEN
  RAISE LOG 'Months are not created now: %', SQLERRM;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.current_guest(p_organisation uuid, p_guest uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  WITH RECURSIVE chain AS (
    SELECT p_guest AS id, 0 AS length
    UNION ALL
    SELECT m.into_id, chain.length + 1 FROM chain
    JOIN guest_merges m ON m.organisation_id = p_organisation AND m.merged_id = chain.id AND m.undone_at IS NULL
  )
  SELECT id FROM chain ORDER BY length DESC LIMIT 1
$function$
;

CREATE OR REPLACE FUNCTION millrace.dates_in(attributes jsonb)
 RETURNS TABLE(attribute text, month_day smallint, year smallint, at timestamp without time zone, fixed boolean)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT named.key, (named.month * 100 + named.day)::smallint, named.year::smallint,
    CASE WHEN named.clock[1]::integer <= 23 AND named.clock[2]::integer <= 59 AND coalesce(named.clock[3]::integer, 0) <= 60
           AND coalesce(named.clock[7]::integer, 0) <= 23 AND coalesce(named.clock[8]::integer, 0) <= 59
      THEN make_timestamp(named.year, named.month, named.day, named.clock[1]::integer, named.clock[2]::integer,
                          least(coalesce(named.clock[3]::integer, 0), 59))
        + left(rpad(coalesce(named.clock[4], ''), 3, '0'), 3)::integer * interval '1 millisecond'
        - (coalesce(named.clock[6], '+') || '1')::integer
          * (coalesce(named.clock[7]::integer, 0) * interval '1 hour' + coalesce(named.clock[8]::integer, 0) * interval '1 minute')
    END,
    CASE WHEN length(named.text) > 10 THEN coalesce(named.clock[5], named.clock[6]) IS NOT NULL END
  FROM (
    SELECT a.key, a.text, substr(a.text, 1, 4)::integer AS year, substr(a.text, 6, 2)::integer AS month,
           substr(a.text, 9, 2)::integer AS day,
           regexp_match(substr(a.text, 12), '^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:([Zz])|([+-])(\d\d)(?::?(\d\d))?)?$')
             AS clock
    FROM (SELECT key, btrim(value #>> '{}') AS text
          FROM jsonb_each(attributes) WHERE jsonb_typeof(value) = 'string') AS a
    WHERE a.text ~ '^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}|$)'
  ) AS named
  WHERE named.year > 0 AND named.month BETWEEN 1 AND 12
    AND named.day BETWEEN 1 AND CASE
      WHEN named.month IN (4, 6, 9, 11) THEN 30
      WHEN named.month <> 2 THEN 31
      WHEN named.year % 4 = 0 AND (named.year % 100 <> 0 OR named.year % 400 = 0) THEN 29
      ELSE 28
    END
$function$
;

CREATE OR REPLACE FUNCTION millrace.forget_identifiers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'millrace', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM guest_identifiers WHERE organisation_id = OLD.organisation_id AND guest_id = OLD.id;
  PERFORM pass_identifiers(OLD.organisation_id, OLD.id, OLD.email_key, OLD.phone);
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.forget_member_of_nothing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'millrace', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM members WHERE id = OLD.member_id FOR UPDATE;
  DELETE FROM members WHERE id = OLD.member_id
    AND NOT EXISTS (SELECT FROM memberships WHERE member_id = OLD.member_id);
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.heed_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.status := NEW.reported;
  IF NEW.reported = 'undelivered' THEN
    NEW.error := coalesce(NEW.error, OLD.error);
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.identifier_value(p_type text, p_value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE p_type WHEN 'email'::text THEN lower(p_value) ELSE p_value END
;

CREATE OR REPLACE FUNCTION millrace.insist(holds boolean, code text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT holds THEN
    RAISE EXCEPTION 'what was read does not hold any more: the transaction has no effect' USING ERRCODE = code;
  END IF;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.keep_first_provider(p_organisation uuid, p_channel text, p_before jsonb, p_after jsonb, p_host_before text, p_host text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF coalesce(jsonb_typeof(p_after), 'null') = 'null' THEN
    DELETE FROM providers WHERE organisation_id = p_organisation AND channel = p_channel AND connection IS NULL;
    RETURN;
  END IF;
  INSERT INTO providers (organisation_id, channel, position, name)
  SELECT p_organisation, p_channel, coalesce(min(position), 1) - 1, coalesce(nullif(left(p_host, 300), ''), p_channel)
  FROM providers WHERE organisation_id = p_organisation AND channel = p_channel
  ON CONFLICT (organisation_id, channel) WHERE connection IS NULL DO NOTHING;
  IF p_after IS DISTINCT FROM p_before THEN
    UPDATE providers
    SET name = CASE WHEN name = p_host_before THEN coalesce(nullif(left(p_host, 300), ''), name) ELSE name END,
        failures = 0, probes = 0, down_since = NULL, probe_at = NULL, error = NULL, failed_at = NULL
    WHERE organisation_id = p_organisation AND channel = p_channel AND connection IS NULL;
  END IF;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.keep_first_providers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.settings #> '{email,smtp}' IS DISTINCT FROM NEW.settings #> '{email,smtp}' THEN
    PERFORM keep_first_provider(NEW.id, 'email', OLD.settings #> '{email,smtp}', NEW.settings #> '{email,smtp}',
      OLD.settings #>> '{email,smtp,host}', NEW.settings #>> '{email,smtp,host}');
  END IF;
  IF OLD.settings -> 'sms' IS DISTINCT FROM NEW.settings -> 'sms' THEN
    PERFORM keep_first_provider(NEW.id, 'sms', OLD.settings -> 'sms', NEW.settings -> 'sms',
      substring(OLD.settings #>> '{sms,api_url}' FROM '^[A-Za-z]+://([^/?#]+)'),
      substring(NEW.settings #>> '{sms,api_url}' FROM '^[A-Za-z]+://([^/?#]+)'));
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.keep_guest_dates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'millrace', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM guest_dates d USING dates_in(OLD.attributes) AS gone
    WHERE d.organisation_id = OLD.organisation_id AND d.attribute = gone.attribute AND d.month_day = gone.month_day
      AND d.guest_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO guest_dates (organisation_id, attribute, month_day, guest_id, year, at, fixed)
    SELECT NEW.organisation_id, named.attribute, named.month_day, NEW.id, named.year, named.at, named.fixed
    FROM dates_in(NEW.attributes) AS named
    ON CONFLICT (organisation_id, attribute, month_day, guest_id)
      DO UPDATE SET year = excluded.year, at = excluded.at, fixed = excluded.fixed;
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.keep_guest_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.name_key := lower(NEW.name);
  NEW.last_name_key := CASE WHEN NEW.name ~ '\s' THEN lower(substring(NEW.name FROM '\S+$')) END;
  NEW.email_key := lower(NEW.email);
  NEW.phone_key := NEW.phone;
  NEW.external_key := lower(NEW.external_id);
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.keep_guest_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'millrace', 'pg_temp'
AS $function$
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
END $function$
;

CREATE OR REPLACE FUNCTION millrace.keep_identifiers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'millrace', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM guest_identifiers
    WHERE organisation_id = OLD.organisation_id AND guest_id = OLD.id AND system = '' AND (
      (type = 'email' AND value = OLD.email_key AND OLD.email_key IS DISTINCT FROM identifier_value('email', NEW.email))
      OR (type = 'phone' AND value = OLD.phone AND OLD.phone IS DISTINCT FROM NEW.phone)
      OR (type = 'external_id' AND value = OLD.external_id AND OLD.external_id IS DISTINCT FROM NEW.external_id));
    PERFORM pass_identifiers(OLD.organisation_id, OLD.id, OLD.email_key, OLD.phone);
  END IF;
  INSERT INTO guest_identifiers (organisation_id, type, value, guest_id)
  SELECT NEW.organisation_id, type, identifier_value(type, value), NEW.id
  FROM (VALUES (1, 'email', NEW.email), (2, 'external_id', NEW.external_id), (3, 'phone', NEW.phone))
    AS own (place, type, value)
  WHERE value IS NOT NULL
  ORDER BY place
  ON CONFLICT DO NOTHING;
  IF NEW.external_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM guest_identifiers
    WHERE organisation_id = NEW.organisation_id AND type = 'external_id' AND system = '' AND value = NEW.external_id
      AND guest_id = NEW.id)
  THEN
    RAISE unique_violation USING MESSAGE = 'another guest has this external_id', CONSTRAINT = 'guests_external_id';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.member_addresses(p_organisation uuid, p_addresses text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'millrace', 'pg_temp'
AS $function$
  SELECT m.email FROM memberships s JOIN members m ON m.id = s.member_id
  WHERE s.organisation_id = p_organisation AND m.email = ANY (p_addresses)
    AND p_organisation::text = coalesce(nullif(current_setting('millrace.organisation_id', true), ''), p_organisation::text)
$function$
;

CREATE OR REPLACE FUNCTION millrace.note_bounce_reported()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM millrace.note_for_subscriptions(m.organisation_id, m.guest_id, 'message.bounced', jsonb_build_object(
    'message_id', m.id, 'run_id', nullif(m.run_id, m.id), 'organisation_registration_id', m.guest_id,
    'channel', m.channel, 'kind', NEW.kind))
  FROM millrace.messages m
  WHERE m.organisation_id = NEW.organisation_id AND m.id = NEW.message_id AND m.guest_id IS NOT NULL;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.note_consent_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM millrace.subscriptions s WHERE s.organisation_id = NEW.organisation_id) THEN
    PERFORM millrace.note_for_subscriptions(NEW.organisation_id, NEW.guest_id, 'consent.changed', jsonb_build_object(
      'organisation_registration_id', NEW.guest_id, 'field', NEW.field, 'value', NEW.value, 'how', NEW.how));
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.note_for_subscriptions(p_organisation_id uuid, p_guest_id uuid, p_type text, p_data jsonb, p_hops integer DEFAULT 1)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO millrace.subscription_deliveries (organisation_id, subscription_id, guest_id, type, data, hops)
  SELECT s.organisation_id, s.id, p_guest_id, p_type, p_data, p_hops
  FROM millrace.subscriptions s
  WHERE s.organisation_id = p_organisation_id AND s.deleted_at IS NULL AND p_type = ANY (s.events)
$function$
;

CREATE OR REPLACE FUNCTION millrace.note_guest_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'millrace', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO segment_changes (organisation_id, guest_id)
  SELECT c.organisation_id, c.id FROM changed c
  WHERE EXISTS (SELECT FROM segments s WHERE s.organisation_id = c.organisation_id);
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.note_guest_merged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM millrace.note_for_subscriptions(NEW.organisation_id, NEW.into_id,
    CASE TG_OP WHEN 'INSERT' THEN 'guest.merged' ELSE 'guest.merge_undone' END,
    jsonb_build_object('organisation_registration_id', NEW.into_id, 'merged_id', NEW.merged_id));
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.note_message_bounced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM millrace.note_for_subscriptions(NEW.organisation_id, NEW.guest_id, 'message.bounced', jsonb_build_object(
    'message_id', NEW.id, 'run_id', nullif(NEW.run_id, NEW.id), 'organisation_registration_id', NEW.guest_id,
    'channel', NEW.channel, 'kind', CASE NEW.channel WHEN 'sms' THEN 'undelivered' ELSE 'hard_bounce' END));
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.note_run_finished()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF current_setting('millrace.unsubscribed', true) = NEW.organisation_id::text THEN
    RETURN NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM millrace.subscriptions s WHERE s.organisation_id = NEW.organisation_id) THEN
    PERFORM set_config('millrace.unsubscribed', NEW.organisation_id::text, true);
  -- What test keys send stays here.
  ELSIF NEW.input ->> 'test' IS NULL THEN
    PERFORM millrace.note_for_subscriptions(NEW.organisation_id, NEW.guest_id, 'run.finished', jsonb_build_object(
      'run_id', NEW.id, 'workflow_id', NEW.workflow_id, 'workflow_version', NEW.workflow_version,
      'organisation_registration_id', NEW.guest_id, 'event_id', NEW.event_id, 'serials', NEW.input -> 'serials',
      'trigger', NEW.trigger, 'status', NEW.status, 'outcome', NEW.outcome, 'error_code', NEW.error ->> 'code'),
      coalesce((NEW.input ->> 'hops')::integer, 0) + 1);
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.now_if(still_holds boolean)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF still_holds THEN RETURN now(); END IF;
  RAISE EXCEPTION 'what was remembered does not hold any more: the batch is decided anew' USING ERRCODE = 'MR001';
END $function$
;

CREATE OR REPLACE FUNCTION millrace.organisation_members()
 RETURNS TABLE(id uuid, email text, name text, role text, serials text[], created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'millrace', 'pg_temp'
AS $function$
  SELECT m.id, m.email, m.name, s.role, s.serials, s.created_at
  FROM memberships s JOIN members m ON m.id = s.member_id
  WHERE s.organisation_id = current_setting('millrace.organisation_id')::uuid
$function$
;

CREATE OR REPLACE FUNCTION millrace.pass_identifiers(p_organisation uuid, p_guest uuid, p_email_key text, p_phone text)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO guest_identifiers (organisation_id, type, value, guest_id)
  (SELECT organisation_id, 'email', email_key, id FROM guests
   WHERE organisation_id = p_organisation AND email_key = p_email_key AND id <> p_guest
   ORDER BY id LIMIT 1)
  UNION ALL
  (SELECT organisation_id, 'phone', phone, id FROM guests
   WHERE organisation_id = p_organisation AND phone_key = p_phone AND id <> p_guest
   ORDER BY id LIMIT 1)
  ON CONFLICT DO NOTHING;
$function$
;

CREATE OR REPLACE FUNCTION millrace.record_consent()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'millrace', 'pg_temp'
AS $function$
DECLARE
  v_by     jsonb := nullif(current_setting('millrace.changed_by', true), '')::jsonb;
  v_stated jsonb := coalesce(v_by #> ARRAY['stated_of', NEW.id::text], v_by -> 'stated');
  v_before text[] := CASE TG_OP WHEN 'INSERT' THEN '{}' ELSE OLD.topics_off END;
BEGIN
  INSERT INTO consent_changes
    (organisation_id, guest_id, field, value, how, actor, reason, stated_at, stated_where, stated_words)
  SELECT NEW.organisation_id, NEW.id, field, after,
         coalesce(v_by ->> 'how', CASE TG_OP WHEN 'INSERT' THEN 'registered' ELSE 'workflow' END), v_by ->> 'actor',
         v_by ->> 'reason', (v_stated #>> ARRAY[field, 'at'])::timestamptz,
         v_stated #>> ARRAY[field, 'where'], v_stated #>> ARRAY[field, 'words']
  FROM (
    SELECT field, after
    FROM (VALUES ('email_consent', OLD.email_consent, NEW.email_consent),
                 ('sms_consent', OLD.sms_consent, NEW.sms_consent),
                 ('do_not_contact', OLD.do_not_contact, NEW.do_not_contact)) AS c (field, before, after)
    WHERE after <> coalesce(before, false)
    UNION ALL SELECT 'email_asked', true WHERE NEW.email_asked_at IS NOT NULL AND NEW.email_asked_at IS DISTINCT FROM OLD.email_asked_at
    UNION ALL SELECT 'topic:' || topic, false FROM unnest(NEW.topics_off) AS topic WHERE topic <> ALL (v_before)
    UNION ALL SELECT 'topic:' || topic, true FROM unnest(v_before) AS topic WHERE topic <> ALL (NEW.topics_off)
  ) AS changed;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION millrace.record_refusal(p_guest_id uuid, p_field text, p_by jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'millrace', 'pg_temp'
AS $function$
  INSERT INTO consent_changes
    (organisation_id, guest_id, field, value, how, actor, stated_at, stated_where, stated_words)
  SELECT organisation_id, id, p_field, false, p_by ->> 'how', p_by ->> 'actor',
         (p_by #>> ARRAY['stated', p_field, 'at'])::timestamptz,
         p_by #>> ARRAY['stated', p_field, 'where'], p_by #>> ARRAY['stated', p_field, 'words']
  FROM guests
  WHERE organisation_id = current_setting('millrace.organisation_id')::uuid AND id = p_guest_id;
$function$
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

CREATE OR REPLACE FUNCTION millrace_audit.chain_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'millrace_audit', 'pg_temp'
AS $function$
DECLARE
  v_key  text := coalesce(current_setting('millrace.audit_key', true), '');
  v_data bytea;
BEGIN
  IF v_key = 'missing' THEN
    RAISE EXCEPTION 'The audit log is signed with a key that the master key protects. Set MILLRACE_SECRET to the master key of this installation.'
      USING ERRCODE = 'invalid_authorization_specification';
  END IF;
  INSERT INTO heads AS h (organisation_id, sequence, hash) VALUES (NEW.organisation_id, 1, '')
  ON CONFLICT (organisation_id) DO UPDATE SET sequence = h.sequence + 1
  RETURNING h.sequence, h.hash INTO NEW.sequence, NEW.previous_hash;
  v_data := NEW.previous_hash
    || entry_message(NEW.organisation_id, NEW.sequence, NEW.id, NEW.at, NEW.actor, NEW.action, NEW.subject, NEW.detail);
  NEW.keyed := v_key <> '';
  NEW.hash := CASE WHEN NEW.keyed
    THEN sha256(decode(substr(v_key, 129), 'hex') || sha256(decode(left(v_key, 128), 'hex') || v_data))
    ELSE sha256(v_data) END;
  UPDATE heads SET hash = NEW.hash WHERE organisation_id = NEW.organisation_id;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION millrace_audit.entry_message(p_entry millrace_audit.entries)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT millrace_audit.entry_message(p_entry.organisation_id, p_entry.sequence, p_entry.id, p_entry.at, p_entry.actor,
    p_entry.action, p_entry.subject, p_entry.detail)
$function$
;

CREATE OR REPLACE FUNCTION millrace_audit.entry_message(p_organisation uuid, p_sequence bigint, p_id uuid, p_at timestamp with time zone, p_actor text, p_action text, p_subject text, p_detail jsonb)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT convert_to(jsonb_build_array(p_organisation, p_sequence, p_id, (extract(epoch FROM p_at) * 1000000)::bigint,
    p_actor, p_action, p_subject, p_detail)::text, 'UTF8')
$function$
;

CREATE OR REPLACE FUNCTION millrace_audit.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'entries of the audit log are never changed' USING ERRCODE = 'integrity_constraint_violation';
END $function$
;
