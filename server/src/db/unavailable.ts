/** PostgreSQL says the same of a disk that has become read-only as of a table that a role may not use; only the place differs. */
const NOT_ALLOWED = '42501'
const STORAGE = /^(fd|md|slru|storage|buffile|xlog\w*)\.c$/

/**
 * Whether the database is unavailable or too busy to answer. SQLSTATE classes: 08 connection, 53 out of resources, 57
 * cancelled by its operator, shutting down or not started yet, 58 errors of its disk, 40 rolled back in favour of another transaction,
 * 25P03/25P04 ended for idleness, 25006 it only takes questions, as a standby does; and the errors of Node and pg when there is no
 * connection.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const { code = '', syscall, file = '' } = error as { code?: string; syscall?: string; file?: string }
  return (
    /^(08|40|53|57|58|25P0[34]|25006)/.test(code) ||
    (code === NOT_ALLOWED && STORAGE.test(file)) ||
    [
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      'EAI_AGAIN',
      'ENOTFOUND',
      'EMFILE',
      'ENFILE',
    ].includes(code) ||
    // The socket of a server that is not running; for any other file it says nothing about the database.
    (code === 'ENOENT' && syscall === 'connect') ||
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client (has encountered|was closed)|Cannot use a pool after/i.test(
      error.message,
    )
  )
}
