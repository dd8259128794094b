/**
 * The venues that a member sees; null for all of them. Something with venues is visible to members who see one of
 * them, and something without venues is visible to all.
 */
export type Sight = readonly string[] | null

/** For an event called e. */
export const seesEvent = `(e.serials = '{}' OR e.serials && :value::text[])`

/** For a run called r, by the venues of the event that started it. */
export const seesRun = `(coalesce(json_array_length(r.input->'serials'), 0) = 0
  OR EXISTS (SELECT FROM json_array_elements_text(r.input->'serials') AS s (serial) WHERE s.serial = ANY(:value::text[])))`

/** The runs among those called r that a member sees, by the parameter with this number; undefined: all of them. */
export const seenRuns = (sight: Sight, parameter: number) =>
  sight === null ? undefined : { condition: seesRun.replaceAll(':value', `$${parameter}`), value: sight }

/** For a task called t. */
export const seesTask = '(t.serial IS NULL OR t.serial = ANY(:value::text[]))'
