-- Owners set up where a connection fetches pages, in the dashboard. A secret can be a parameter of the address: it is stored encrypted
-- like the others, and the address itself has none.
GRANT INSERT, UPDATE, DELETE ON connection_pulls TO millrace_tenant;

ALTER TABLE connection_pulls
  DROP CONSTRAINT connection_pulls_auth_check,
  DROP CONSTRAINT connection_pulls_check,
  ADD CONSTRAINT connection_pulls_auth_check CHECK (auth IN ('none', 'bearer', 'basic', 'header', 'parameter')),
  -- The name of the header or of the parameter.
  ADD CONSTRAINT connection_pulls_check CHECK ((header IS NOT NULL) = (auth IN ('header', 'parameter')));
