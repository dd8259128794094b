-- SCIM 2.0: an identity provider says who the people of an organisation are and which groups they are in. It belongs to
-- single sign-on, with which they sign in, and ends with it; the members whom it made stay.
CREATE TABLE scim_tokens (
  organisation_id uuid PRIMARY KEY REFERENCES single_sign_on ON DELETE CASCADE,
  hash            bytea NOT NULL UNIQUE,
  created_by      text NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  last_used_at    timestamptz
);

CREATE TABLE scim_users (
  organisation_id uuid NOT NULL REFERENCES single_sign_on ON DELETE CASCADE,
  id              uuid NOT NULL,
  -- Their e-mail address.
  user_name       text NOT NULL,
  external_id     text,
  name            text NOT NULL,
  active          boolean NOT NULL,
  -- Null: not a member, because they are not active or in no group with access.
  member_id       uuid REFERENCES members ON DELETE SET NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, user_name)
);
CREATE INDEX scim_users_by_member ON scim_users (member_id);

CREATE TABLE scim_groups (
  organisation_id uuid NOT NULL REFERENCES single_sign_on ON DELETE CASCADE,
  id              uuid NOT NULL,
  -- It, or the external id, is what the settings of single sign-on call a group.
  name            text NOT NULL,
  external_id     text,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, name)
);

CREATE TABLE scim_group_members (
  organisation_id uuid NOT NULL,
  group_id        uuid NOT NULL,
  user_id         uuid NOT NULL,
  PRIMARY KEY (organisation_id, group_id, user_id),
  FOREIGN KEY (organisation_id, group_id) REFERENCES scim_groups ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, user_id) REFERENCES scim_users ON DELETE CASCADE
);
CREATE INDEX scim_group_members_by_user ON scim_group_members (organisation_id, user_id);

-- Only the engine reads and writes them: nothing of it is for requests of members.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['scim_tokens', 'scim_users', 'scim_groups', 'scim_group_members'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY engine ON %I TO millrace_engine USING (true)', v_table);
  END LOOP;
END $$;
