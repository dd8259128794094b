-- What the events of a source are: a visit, a booking and so on, and which of their parameters hold the amount, the
-- currency and the covers. A source without a row here is none of them. `source` is empty for events that name none.
CREATE TABLE source_meanings (
  organisation_id uuid NOT NULL REFERENCES organisations,
  source          text NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('visit', 'booking', 'no_show', 'review', 'refund')),
  amount          text,
  currency        text,
  covers          text,
  PRIMARY KEY (organisation_id, source)
);
CREATE TRIGGER revision AFTER INSERT OR UPDATE OR DELETE ON source_meanings
  FOR EACH ROW EXECUTE FUNCTION bump_settings_revision();

ALTER TABLE source_meanings ENABLE ROW LEVEL SECURITY;
ALTER TABLE source_meanings FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON source_meanings TO millrace_engine USING (true);
CREATE POLICY tenant ON source_meanings TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON source_meanings TO millrace_tenant;

-- The ledger: one row for each event of a source that has a meaning, written together with the event. It outlives the
-- event, so nothing refers to events or sources. There is one index, for writing and for reading: all entries of a
-- guest are beside each other.
CREATE TABLE visits (
  organisation_id uuid NOT NULL,
  guest_id        uuid NOT NULL,
  event_id        uuid NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('visit', 'booking', 'no_show', 'review', 'refund')),
  source          text NOT NULL,
  -- The venue that the event names first.
  serial          text,
  occurred_at     timestamptz NOT NULL,
  -- Negative for a refund.
  amount          numeric(16, 4),
  currency        text,
  covers          integer,
  PRIMARY KEY (organisation_id, guest_id, event_id)
);

ALTER TABLE visits ENABLE ROW LEVEL SECURITY;
ALTER TABLE visits FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON visits TO millrace_engine USING (true);
CREATE POLICY tenant ON visits TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT ON visits TO millrace_tenant;

-- A third kind of background job: rebuilding the ledger from the stored events of a source.
ALTER TABLE undertakings DROP CONSTRAINT undertakings_kind_check;
ALTER TABLE undertakings ADD CONSTRAINT undertakings_kind_check
  CHECK (kind IN ('push', 'comparison', 'retry', 'visits'));
