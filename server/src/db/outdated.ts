/**
 * A statement that deletes rows which have served their time, at most $1 of them: a long deletion would hold back vacuum,
 * and everything that meets its locks. Rows that are in use are left for the next time. `deletion` is the `DELETE FROM`
 * of the table, written out where its owner is.
 */
export function outdated(deletion: string, key: string, when: string): string {
  const table = deletion.slice('DELETE FROM '.length)
  return `${deletion} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${when} LIMIT $1 FOR UPDATE SKIP LOCKED)`
}
