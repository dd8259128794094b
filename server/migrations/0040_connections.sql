-- A connection takes what another system sends in its own shape, at an address with an unguessable part.

CREATE TABLE connections (
  organisation_id uuid NOT NULL REFERENCES organisations,
  id              uuid NOT NULL,
  name            text NOT NULL,
  vendor          text NOT NULL,
  -- SHA-256 of the unguessable part: it is found by this before any organisation is known. Sealed to be shown again.
  address_hash    bytea NOT NULL UNIQUE,
  sealed_address  text NOT NULL,
  -- During a change of the secret, the previous one counts too.
  sealed_secret   text,
  sealed_previous text,
  proof           jsonb NOT NULL,
  mapping         jsonb NOT NULL,
  -- The other system's ids of venues, and our serials.
  aliases         jsonb NOT NULL DEFAULT '{}',
  -- Whether guests whom nobody knows are created, without consent, or their events are held until they are known.
  unknown_guests  text NOT NULL CHECK (unknown_guests IN ('create', 'keep')),
  -- Since then, deliveries are stored and wait.
  paused_at       timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, id)
);

-- What was sent, byte for byte. Bodies have their own retention: see connections/outdated.ts.
CREATE TABLE connection_deliveries (
  organisation_id uuid NOT NULL,
  id              uuid NOT NULL,
  connection_id   uuid NOT NULL,
  -- By which a repetition is recognised; null where each counts.
  repeat_key      bytea,
  headers         jsonb NOT NULL,
  body            bytea NOT NULL,
  -- waiting: to be read. held: something about it has to become known first. failed: it cannot be read.
  state           text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'held', 'done', 'failed')),
  -- What became of each item.
  outcome         jsonb NOT NULL DEFAULT '{}',
  attempts        integer NOT NULL DEFAULT 0,
  -- infinity: the connection is paused.
  due_at          timestamptz NOT NULL DEFAULT now(),
  received_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, connection_id) REFERENCES connections
);
CREATE UNIQUE INDEX connection_deliveries_repeats ON connection_deliveries (organisation_id, connection_id, repeat_key)
  WHERE repeat_key IS NOT NULL;
CREATE INDEX connection_deliveries_due ON connection_deliveries (due_at) WHERE state IN ('waiting', 'held');
CREATE INDEX connection_deliveries_newest ON connection_deliveries (organisation_id, connection_id, id);
CREATE INDEX connection_deliveries_age ON connection_deliveries (received_at);

-- Which event an item made: the same item makes none again, in whichever delivery it comes.
CREATE TABLE connection_events (
  organisation_id uuid NOT NULL,
  connection_id   uuid NOT NULL,
  identity        text NOT NULL,
  delivery_id     uuid NOT NULL,
  event_id        uuid NOT NULL,
  guest_id        uuid NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, connection_id, identity),
  FOREIGN KEY (organisation_id, connection_id) REFERENCES connections
);
CREATE INDEX connection_events_guest ON connection_events (organisation_id, guest_id);

-- What did not prove where it comes from: counted, and not kept.
CREATE TABLE connection_refusals (
  organisation_id uuid NOT NULL,
  connection_id   uuid NOT NULL,
  reason          text NOT NULL,
  refused         bigint NOT NULL,
  last_at         timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, connection_id, reason),
  FOREIGN KEY (organisation_id, connection_id) REFERENCES connections
);

ALTER TABLE connections ENABLE ROW LEVEL SECURITY;
ALTER TABLE connections FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON connections TO millrace_engine USING (true);
CREATE POLICY tenant ON connections TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, UPDATE ON connections TO millrace_tenant;

ALTER TABLE connection_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE connection_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON connection_deliveries TO millrace_engine USING (true);
CREATE POLICY tenant ON connection_deliveries TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, UPDATE ON connection_deliveries TO millrace_tenant;

ALTER TABLE connection_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE connection_events FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON connection_events TO millrace_engine USING (true);
CREATE POLICY tenant ON connection_events TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT ON connection_events TO millrace_tenant;

ALTER TABLE connection_refusals ENABLE ROW LEVEL SECURITY;
ALTER TABLE connection_refusals FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON connection_refusals TO millrace_engine USING (true);
CREATE POLICY tenant ON connection_refusals TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, UPDATE ON connection_refusals TO millrace_tenant;
