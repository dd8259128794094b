-- The answer to a guest's STOP, START or HELP is a message, where the provider takes no answer in its response. It is written with what it
-- answers, in the transaction of the organisation.
GRANT INSERT (organisation_id, id, run_id, node_id, guest_id, channel, recipient, content, status, transactional, due_at, created_at)
  ON messages TO millrace_tenant;
