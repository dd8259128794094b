-- What guests write by SMS. A provider that passes one on a second time, under the same id, finds it here. The e-mail that forwards one has
-- its id. Strangers have no guest; what they wrote is found by their number.
CREATE TABLE sms_received (
  organisation_id uuid NOT NULL,
  id              uuid NOT NULL,
  -- As the provider names it.
  provider_id     text,
  guest_id        uuid,
  -- The venue of the SMS that it seems to answer.
  serial          text,
  -- In E.164.
  sender          text NOT NULL,
  body            text NOT NULL,
  wish            text CHECK (wish IN ('stop', 'start', 'help')),
  received_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, provider_id)
);
CREATE INDEX sms_received_by_guest ON sms_received (organisation_id, guest_id, received_at) WHERE guest_id IS NOT NULL;
CREATE INDEX sms_received_by_sender ON sms_received (organisation_id, sender, received_at);
-- For retention.
CREATE INDEX sms_received_by_time ON sms_received (organisation_id, received_at);

ALTER TABLE sms_received ENABLE ROW LEVEL SECURITY;
ALTER TABLE sms_received FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON sms_received TO millrace_engine USING (true);
CREATE POLICY tenant ON sms_received TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT ON sms_received TO millrace_tenant;
