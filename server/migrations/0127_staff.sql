-- What was found or agreed while doing a task, for the next member who looks at it.
ALTER TABLE tasks ADD COLUMN note text CHECK (length(note) <= 2000), ADD COLUMN note_by text;
GRANT UPDATE (note, note_by) ON tasks TO millrace_tenant;

-- Staff of a venue do its tasks and see nothing else. A release before this one refuses them everything.
ALTER TABLE memberships DROP CONSTRAINT memberships_role_check,
  ADD CONSTRAINT memberships_role_check CHECK (role IN ('owner', 'editor', 'viewer', 'staff'));
ALTER TABLE invitations DROP CONSTRAINT invitations_role_check,
  ADD CONSTRAINT invitations_role_check CHECK (role IN ('owner', 'editor', 'viewer', 'staff'));
