/**
 * A statement that deletes expired rows, at most $1 of them: a long deletion would hold back vacuum, and everything
 * that waits for its locks. Rows that are in use are left for the next time. `deletion` is the `DELETE FROM` of the
 * table, written out in the files of its owner.
 */
export function outdated(deletion: string, key: string, when: string): string {
  const table = deletion.slice('DELETE FROM '.length)
  return `${deletion} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${when} LIMIT $1 FOR UPDATE SKIP LOCKED)`
}
