-- Secrets of the installation itself, sealed with the master key as those of organisations are. Nothing is granted to
-- millrace_tenant: no request acts on them.
CREATE TABLE installation_secrets (
  name   text PRIMARY KEY,
  sealed text NOT NULL
);
