-- One row: when old data was last deleted, by the database's clock. A clock that is far ahead of it has probably jumped,
-- and deleting by it would delete what is still wanted.
CREATE TABLE maintenance (
  one        boolean PRIMARY KEY DEFAULT true CHECK (one),
  seen_at    timestamptz NOT NULL,
  -- Since when nothing is deleted, because the clock is not trusted.
  stopped_at timestamptz
);
ALTER TABLE maintenance ENABLE ROW LEVEL SECURITY;
ALTER TABLE maintenance FORCE ROW LEVEL SECURITY;
CREATE POLICY engine ON maintenance TO millrace_engine USING (true);
INSERT INTO maintenance (seen_at) VALUES (now());
