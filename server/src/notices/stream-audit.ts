import type { Sql } from '#db/sql.ts'
import { type AuditLine, type AuditReader, readAudit } from './read-audit.ts'
import { writeLines } from './write-lines.ts'

/**
 * Sends audit logs to the operator, a JSON object per line, into a file or to an address, for a SIEM. An entry can
 * arrive twice.
 */
export const streamAudit = (sql: Sql, target: string): Promise<boolean> =>
  send(sql, 'stream', target, () => true)

/** The same with alerts alone. */
export const streamAlerts = (sql: Sql, target: string): Promise<boolean> =>
  send(sql, 'alerts', target, ({ action }) => action.startsWith('alert.'))

function send(
  sql: Sql,
  reader: AuditReader,
  target: string,
  isWanted: (entry: AuditLine) => boolean,
): Promise<boolean> {
  return readAudit(sql, reader, async ({ entries }) => {
    const wanted = entries.filter(isWanted)
    if (wanted.length > 0) await writeLines(target, wanted)
  })
}
