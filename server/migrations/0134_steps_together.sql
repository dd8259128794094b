-- A run takes most of its steps in one transaction, one right after the other. They are stored as one row: the first of them in its
-- columns, and in `together` its detail, followed by an entry for each of the others: [node_id, type, detail], and the status where
-- it is not completed. As text, which for such small documents is half of what jsonb takes. A step that waits or has failed changes
-- later, and has a row of its own. Rows that are there stay as they are.
ALTER TABLE steps ADD COLUMN together json;

-- Every step as a row, for all that reads them.
CREATE VIEW every_step WITH (security_invoker) AS
  SELECT s.organisation_id, s.run_id, one.position, one.node_id, one.type, one.status, one.attempt, one.detail,
         s.started_at, s.finished_at
  FROM steps s
  CROSS JOIN LATERAL (
    SELECT s.position, s.node_id, s.type, s.status, s.attempt, coalesce((s.together -> 0)::jsonb, s.detail) AS detail
    UNION ALL
    SELECT s.position + nth::integer - 1, entry ->> 0, entry ->> 1, coalesce(entry ->> 3, 'completed'), 1, (entry -> 2)::jsonb
    FROM json_array_elements(s.together) WITH ORDINALITY AS e (entry, nth)
    WHERE nth > 1
  ) AS one;
GRANT SELECT ON every_step TO millrace_tenant;
