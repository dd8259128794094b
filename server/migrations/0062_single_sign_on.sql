-- Single sign-on by OpenID Connect: an organisation's issuer, what its groups may do, and who is who there.
CREATE TABLE single_sign_on (
  organisation_id uuid PRIMARY KEY REFERENCES organisations,
  issuer          text NOT NULL,
  client_id       text NOT NULL,
  sealed_secret   text NOT NULL,
  scopes          text[] NOT NULL,
  group_claim     text NOT NULL,
  -- In this order: the first group that fits decides.
  grants          jsonb NOT NULL,
  -- For people in none of the groups; null: they have no access.
  default_grant   jsonb,
  -- Members with an address in one of the domains cannot sign in with a password.
  enforced        boolean NOT NULL,
  saved_by        text NOT NULL,
  updated_at      timestamptz NOT NULL DEFAULT now()
);

-- A domain belongs to one organisation: an address leads to one issuer.
CREATE TABLE single_sign_on_domains (
  domain          text PRIMARY KEY CHECK (domain = lower(domain)),
  organisation_id uuid NOT NULL REFERENCES single_sign_on ON DELETE CASCADE
);
CREATE INDEX single_sign_on_domains_of ON single_sign_on_domains (organisation_id);

-- Begun in a browser, which has the secret to this hash in a cookie; used once, within ten minutes.
CREATE TABLE single_sign_on_attempts (
  hash            bytea PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES single_sign_on ON DELETE CASCADE,
  issuer          text NOT NULL,
  state           text NOT NULL,
  nonce           text NOT NULL,
  verifier        text NOT NULL,
  next            text NOT NULL,
  -- The issuer was asked to let the person sign in again.
  again           boolean NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX single_sign_on_attempts_age ON single_sign_on_attempts (created_at);

-- After the first sign-in an account belongs to a person at the issuer, whatever address they have there later.
CREATE TABLE member_identities (
  organisation_id uuid NOT NULL REFERENCES organisations,
  issuer          text NOT NULL,
  subject         text NOT NULL,
  member_id       uuid NOT NULL UNIQUE REFERENCES members ON DELETE CASCADE,
  created_at      timestamptz NOT NULL DEFAULT now(),
  last_used_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, issuer, subject)
);

-- Only the engine reads and writes them: nothing of it is for requests of members.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY[
    'single_sign_on', 'single_sign_on_domains', 'single_sign_on_attempts', 'member_identities'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY engine ON %I TO millrace_engine USING (true)', v_table);
  END LOOP;
END $$;

-- Accounts that the issuer made have no password.
ALTER TABLE members ALTER COLUMN password DROP NOT NULL;
-- Started by the issuer's word: it ends after 12 hours, so that what changes at the issuer counts soon.
ALTER TABLE sessions ADD COLUMN single_sign_on boolean NOT NULL DEFAULT false;
