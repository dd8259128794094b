-- Answers to STOP, START and HELP count in the SMS budget, in the transaction of what they answer.
GRANT INSERT (organisation_id, day, kind, used), UPDATE (used) ON daily_usage TO millrace_tenant;
