-- The filters and columns of a list under a name: a member's own, or shared with the organisation.
CREATE TABLE saved_views (
  organisation_id uuid NOT NULL REFERENCES organisations,
  id              uuid NOT NULL,
  -- NULL: shared by someone who is no longer a member. What was not shared goes with the membership.
  member_id       uuid,
  list            text NOT NULL,
  name            text NOT NULL,
  filters         jsonb NOT NULL,
  shared          boolean NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, member_id) REFERENCES memberships ON DELETE SET NULL (member_id)
);
CREATE INDEX saved_views_by_member ON saved_views (organisation_id, member_id);

ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY;
ALTER TABLE saved_views FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON saved_views TO millrace_engine USING (true);
CREATE POLICY tenant ON saved_views TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_views TO millrace_tenant;
