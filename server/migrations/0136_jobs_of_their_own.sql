-- A process that is a worker too, and has nothing to do, stores a job as claimed by itself and begins with it after the
-- commit (src/queue/enqueue.ts). To settle it, it has to know its number. A request still reads, changes and deletes none.
GRANT INSERT (claimed, attempt), SELECT (id) ON jobs TO millrace_tenant;
CREATE POLICY tenant_returning ON jobs FOR SELECT TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
