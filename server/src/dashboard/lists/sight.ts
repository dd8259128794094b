/**
 * Which venues somebody sees; null for all of them. What names venues is seen by who sees one of them, and what names
 * none is everybody's.
 */
export type Sight = readonly string[] | null

/** Of an event called e. */
export const seesEvent = `(e.serials = '{}' OR e.serials && :value::text[])`

/** Of a run called r, by the venues of the event that it began with. */
export const seesRun = `(coalesce(json_array_length(r.input->'serials'), 0) = 0
  OR EXISTS (SELECT FROM json_array_elements_text(r.input->'serials') AS s (serial) WHERE s.serial = ANY(:value::text[])))`

/** Of a task called t. */
export const seesTask = '(t.serial IS NULL OR t.serial = ANY(:value::text[]))'
