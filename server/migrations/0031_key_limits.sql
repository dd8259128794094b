-- What an API key may do and where it may be used. null: no limit, as every key had it before.
ALTER TABLE api_keys
  ADD COLUMN scopes    text[] CHECK (scopes <> '{}'),
  ADD COLUMN serials   text[] CHECK (serials <> '{}'),
  ADD COLUMN sources   text[] CHECK (sources <> '{}'),
  ADD COLUMN addresses text[] CHECK (addresses <> '{}'),
  ADD COLUMN ends_at   timestamptz,
  -- Its events run everything and send nothing.
  ADD COLUMN test      boolean NOT NULL DEFAULT false,
  -- The days before its end of the last reminder.
  ADD COLUMN reminded  integer;

CREATE INDEX api_keys_ending ON api_keys (ends_at) WHERE ends_at IS NOT NULL AND revoked_at IS NULL;

GRANT SELECT (scopes, serials, sources, addresses, ends_at, test, reminded),
  INSERT (scopes, serials, sources, addresses, ends_at, test),
  UPDATE (name, requests_per_minute, scopes, serials, sources, addresses, ends_at, reminded)
  ON api_keys TO millrace_tenant;
-- A key that may do something else from now on loses its tokens.
GRANT UPDATE (revoked_at) ON access_tokens TO millrace_tenant;
