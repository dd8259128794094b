/** When a delivery `d` is read next. While its connection is paused, it waits. */
export const dueIn = (delay: string): string => `(
  SELECT CASE WHEN c.paused_at IS NULL THEN now() + interval '${delay}' ELSE 'infinity' END
  FROM connections c WHERE c.organisation_id = d.organisation_id AND c.id = d.connection_id)`
