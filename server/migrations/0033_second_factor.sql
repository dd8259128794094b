-- The second factor of members: codes of an app, passkeys, and recovery codes for when those are lost.
CREATE TABLE totp_secrets (
  member_id    uuid PRIMARY KEY REFERENCES members ON DELETE CASCADE,
  sealed       text NOT NULL,
  -- null until the first code was given: before that it is not asked for.
  confirmed_at timestamptz,
  -- No code is taken twice, nor one from before the last.
  last_step    bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  member_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  hash      bytea NOT NULL,
  used_at   timestamptz,
  PRIMARY KEY (member_id, hash)
);

CREATE TABLE passkeys (
  -- As the authenticator calls it.
  id           text PRIMARY KEY,
  member_id    uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  name         text NOT NULL,
  public_key   bytea NOT NULL,
  counter      bigint NOT NULL,
  transports   text[] NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_member ON passkeys (member_id);

-- What has to be answered within five minutes, once. Found by the hash of a ticket.
CREATE TABLE challenges (
  hash       bytea PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('sign_in', 'second_factor', 'confirm', 'register')),
  -- null where anyone may answer who has a passkey.
  member_id  uuid REFERENCES members ON DELETE CASCADE,
  challenge  text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX challenges_age ON challenges (created_at);

-- Wrong codes in a row: after five, no code is taken for a quarter of an hour.
ALTER TABLE members
  ADD COLUMN wrong_codes   integer NOT NULL DEFAULT 0,
  ADD COLUMN wrong_code_at timestamptz;

ALTER TABLE organisations ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false;
GRANT SELECT (require_second_factor), UPDATE (require_second_factor) ON organisations TO millrace_tenant;
