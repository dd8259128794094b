-- Why guests were skipped, added up by reason: for the receipts of days and of broadcasts.
CREATE FUNCTION add_counts(one jsonb, other jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(reason, many), '{}') FROM (
    SELECT reason, sum(many::integer) AS many
    FROM (SELECT * FROM jsonb_each_text(one) UNION ALL SELECT * FROM jsonb_each_text(other)) AS both_of_them (reason, many)
    GROUP BY reason
  ) AS sums
$$;
