-- Two guests who were one. The merged guest is no longer in `guests`; their id leads to the guest who stayed, for as long as that
-- guest exists. A chain of merges is followed step by step, so that each of them can be undone.
CREATE TABLE guest_merges (
  organisation_id uuid NOT NULL REFERENCES organisations,
  id              uuid NOT NULL,
  merged_id       uuid NOT NULL,
  into_id         uuid NOT NULL,
  actor           text NOT NULL,
  merged_at       timestamptz NOT NULL DEFAULT now(),
  -- What an undo needs: both guests as they were, and the guest that they became. NULL after 30 days, and once it is undone.
  undo            jsonb,
  -- When what was being stored for the merged guest at that moment was moved too.
  settled_at      timestamptz,
  undone_at       timestamptz,
  undone_by       text,
  PRIMARY KEY (organisation_id, id)
);
CREATE UNIQUE INDEX guest_merges_of ON guest_merges (organisation_id, merged_id) WHERE undone_at IS NULL;
CREATE INDEX guest_merges_into ON guest_merges (organisation_id, into_id);
CREATE INDEX guest_merges_unsettled ON guest_merges (merged_at) WHERE settled_at IS NULL;
CREATE INDEX guest_merges_undoable ON guest_merges (merged_at) WHERE undo IS NOT NULL;

-- Which rows were moved, by table, for the undo: their keys, and whole rows where the other guest had the same one.
CREATE TABLE guest_merge_moves (
  organisation_id uuid NOT NULL,
  merge_id        uuid NOT NULL,
  "table"         text NOT NULL,
  keys            jsonb NOT NULL,
  kept            jsonb NOT NULL,
  PRIMARY KEY (organisation_id, merge_id, "table"),
  FOREIGN KEY (organisation_id, merge_id) REFERENCES guest_merges ON DELETE CASCADE
);

ALTER TABLE guest_merges ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_merges FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_merges TO millrace_engine USING (true);
CREATE POLICY tenant ON guest_merges TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));
GRANT SELECT ON guest_merges TO millrace_tenant;

ALTER TABLE guest_merge_moves ENABLE ROW LEVEL SECURITY;
ALTER TABLE guest_merge_moves FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON guest_merge_moves TO millrace_engine USING (true);
CREATE POLICY tenant ON guest_merge_moves TO millrace_tenant
  USING (organisation_id = (SELECT current_setting('millrace.organisation_id')::uuid));

-- The guest that this id leads to: the same, unless they were merged. For lists and lookups by an id that someone has kept.
CREATE FUNCTION current_guest(p_organisation uuid, p_guest uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  WITH RECURSIVE chain AS (
    SELECT p_guest AS id, 0 AS length
    UNION ALL
    SELECT m.into_id, chain.length + 1 FROM chain
    JOIN guest_merges m ON m.organisation_id = p_organisation AND m.merged_id = chain.id AND m.undone_at IS NULL
  )
  SELECT id FROM chain ORDER BY length DESC LIMIT 1
$$;
