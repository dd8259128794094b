import { appendFile } from 'node:fs/promises'
import type { Sql } from '#db/sql.ts'
import { type AuditLine, type AuditReader, readAudit } from './read-audit.ts'

const LONGEST_POST_MS = 10_000

/**
 * Sends audit logs to the operator, a JSON object per line, into a file or to an address, for a SIEM. The address is the
 * operator's own, like that of the database: it may be inside their network. An entry can arrive twice.
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
    if (wanted.length > 0) await write(target, wanted.map(entry => `${JSON.stringify(entry)}\n`).join(''))
  })
}

async function write(target: string, lines: string): Promise<void> {
  if (!/^https?:/.test(target)) return appendFile(target, lines, { mode: 0o600 })
  const answer = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines,
    redirect: 'error',
    signal: AbortSignal.timeout(LONGEST_POST_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok)
    throw new Error(`${new URL(target).origin} answered ${answer.status} to entries of the audit log`)
}
