-- Where members keep a workflow in the list. Nothing else depends on it, so it is no part of the document and has no versions.
ALTER TABLE workflows
  ADD COLUMN folder text CHECK (length(folder) BETWEEN 1 AND 60),
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 20);
GRANT UPDATE (folder, tags) ON workflows TO millrace_tenant;
