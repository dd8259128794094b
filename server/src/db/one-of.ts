/**
 * "Is one of these", for a list that often has a single entry. PostgreSQL keeps the plan of `= $1`, but plans
 * `= ANY($1)` anew each time: it takes a list for ten entries long unless it looks, and looking pays. Planning was half
 * of what such a question cost.
 */
export function oneOf(parameter: string, entries: readonly unknown[]): { sql: string; value: unknown } {
  return entries.length === 1
    ? { sql: `= ${parameter}`, value: entries[0] }
    : { sql: `= ANY(${parameter})`, value: entries }
}
