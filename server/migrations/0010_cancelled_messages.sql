-- A message that is cancelled has no next attempt, also when a request cancels it.
GRANT UPDATE (due_at) ON messages TO millrace_tenant;
UPDATE messages SET due_at = NULL WHERE status = 'cancelled' AND due_at IS NOT NULL;

-- Runs of guests who were deleted while their workflow was paused counted as held for ever.
UPDATE runs SET held_at = NULL WHERE held_at IS NOT NULL AND status IN ('completed', 'failed', 'cancelled');
