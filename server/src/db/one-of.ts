/**
 * "Is one of these", for a list that often has a single entry. PostgreSQL caches the plan of `= $1`, but plans `=
 * ANY($1)` each time: without looking at the list it assumes ten entries, and looking pays. Planning was half of the
 * cost of such a query.
 */
export function oneOf(parameter: string, entries: readonly unknown[]): { sql: string; value: unknown } {
  return entries.length === 1
    ? { sql: `= ${parameter}`, value: entries[0] }
    : { sql: `= ANY(${parameter})`, value: entries }
}
