-- A domain counts for single sign-on once a record in the DNS has proven whose it is. What an organisation names in its
-- settings is here, with the token to publish; single_sign_on_domains has those that count, each for one organisation.
CREATE TABLE single_sign_on_proofs (
  organisation_id uuid NOT NULL REFERENCES single_sign_on ON DELETE CASCADE,
  domain          text NOT NULL CHECK (domain = lower(domain)),
  token           text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
  PRIMARY KEY (organisation_id, domain)
);
ALTER TABLE single_sign_on_proofs ENABLE ROW LEVEL SECURITY;
ALTER TABLE single_sign_on_proofs FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON single_sign_on_proofs TO millrace_engine USING (true);

-- Null: it was in use before proofs were asked for. It goes on counting, because its members could not sign in otherwise,
-- until an organisation proves that it is theirs.
ALTER TABLE single_sign_on_domains ADD COLUMN proven_at timestamptz;
INSERT INTO single_sign_on_proofs (organisation_id, domain) SELECT organisation_id, domain FROM single_sign_on_domains;
