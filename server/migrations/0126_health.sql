-- When each source was last heard from at each venue: a till that stays silent at one venue is not seen among the others. Learnt from
-- stored events with the sources themselves, and only for venues that exist.
CREATE TABLE source_venues (
  organisation_id uuid NOT NULL,
  source          text NOT NULL,
  serial          text NOT NULL,
  events          bigint NOT NULL,
  last_seen_at    timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, source, serial)
);

ALTER TABLE source_venues ENABLE ROW LEVEL SECURITY;
ALTER TABLE source_venues FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON source_venues TO millrace_engine USING (true);
CREATE POLICY tenant ON source_venues TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT ON source_venues TO millrace_tenant;

-- Hours also count what each workflow sent and what happened at each venue. Those that were counted without it are counted again.
UPDATE hourly_counts SET unsettled = true, counted_at = hour WHERE hour > now() - interval '27 days';
