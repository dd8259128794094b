-- Some systems want a second secret in a header of its own, or a token that is fetched with client credentials (RFC 6749 section 4.4).
ALTER TABLE connection_pulls
  ADD COLUMN second_header text,
  ADD COLUMN sealed_second text,
  -- Where tokens come from, the client's id and the scope. The client's secret is the sealed one.
  ADD COLUMN oauth jsonb,
  DROP CONSTRAINT connection_pulls_auth_check,
  ADD CONSTRAINT connection_pulls_auth_check CHECK (auth IN ('none', 'bearer', 'basic', 'header', 'parameter', 'oauth')),
  ADD CONSTRAINT connection_pulls_oauth CHECK ((oauth IS NOT NULL) = (auth = 'oauth'));
