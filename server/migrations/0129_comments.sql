-- What members say to each other about a workflow and its steps. Beside the document: a comment changes no draft, no version and no run.
CREATE TABLE workflow_comments (
  organisation_id uuid NOT NULL,
  id              uuid NOT NULL,
  workflow_id     uuid NOT NULL,
  -- NULL: about the workflow as a whole. A step that is removed leaves its comments.
  node_id         text,
  -- NULL: someone who is no longer a member.
  member_id       uuid,
  text            text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  resolved_at     timestamptz,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, workflow_id) REFERENCES workflows,
  FOREIGN KEY (organisation_id, member_id) REFERENCES memberships ON DELETE SET NULL (member_id)
);
CREATE INDEX workflow_comments_by_workflow ON workflow_comments (organisation_id, workflow_id);
CREATE INDEX workflow_comments_by_member ON workflow_comments (organisation_id, member_id);

ALTER TABLE workflow_comments ENABLE ROW LEVEL SECURITY;
ALTER TABLE workflow_comments FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON workflow_comments TO millrace_engine USING (true);
CREATE POLICY tenant ON workflow_comments TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT, INSERT, UPDATE, DELETE ON workflow_comments TO millrace_tenant;
