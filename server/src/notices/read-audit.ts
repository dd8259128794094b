import type { Sql } from '#db/sql.ts'

/** One entry of an audit log, as it leaves Millrace. Organisation and sequence name it. */
export interface AuditLine {
  readonly organisation_id: string
  readonly sequence: number
  readonly id: string
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly hash: string
  /** Whether it was chained with the key. */
  readonly keyed: boolean
}

export interface AuditPart {
  readonly organisationId: string
  /** In order, and without gaps. */
  readonly entries: readonly AuditLine[]
  /** How many entries the log is shorter than it was: someone removed them. */
  readonly missing: number
}

export type AuditReader = 'watch' | 'stream' | 'alerts'

const ORGANISATIONS_AT_ONCE = 20
const ENTRIES_AT_ONCE = 500

/**
 * Hands over what a reader has not seen yet, organisation by organisation, and returns whether there may be more. A part
 * counts as seen once `handle` has returned, so after a crash it is handed over again: at least once. A claim keeps
 * several processes from doing so at the same time.
 */
export async function readAudit(
  sql: Sql,
  reader: AuditReader,
  handle: (part: AuditPart) => Promise<void>,
): Promise<boolean> {
  await sql.query(
    `INSERT INTO audit_readers (organisation_id, reader, sequence)
     SELECT h.organisation_id, $1, 0 FROM millrace_audit.heads h WHERE NOT EXISTS (
       SELECT FROM audit_readers r WHERE r.organisation_id = h.organisation_id AND r.reader = $1)
     ON CONFLICT DO NOTHING`,
    [reader],
  )
  const { rows } = await sql.query<{ organisation_id: string; sequence: number; head: number }>(
    `UPDATE audit_readers r SET claimed_until = now() + interval '30 seconds'
     FROM (
       SELECT w.organisation_id, h.sequence AS head
       FROM audit_readers w JOIN millrace_audit.heads h USING (organisation_id)
       WHERE w.reader = $1 AND w.sequence <> h.sequence AND w.claimed_until < now()
       ORDER BY w.organisation_id LIMIT $2 FOR UPDATE OF w SKIP LOCKED
     ) AS due
     WHERE r.organisation_id = due.organisation_id AND r.reader = $1
     RETURNING r.organisation_id, r.sequence, due.head`,
    [reader, ORGANISATIONS_AT_ONCE],
  )
  let more = rows.length === ORGANISATIONS_AT_ONCE
  for (const { organisation_id: organisationId, sequence, head } of rows) {
    const entries = await entriesAfter(sql, organisationId, sequence)
    await handle({ organisationId, entries, missing: Math.max(0, sequence - head) })
    await sql.query(
      `UPDATE audit_readers SET sequence = $3, claimed_until = '-infinity' WHERE organisation_id = $1 AND reader = $2`,
      [organisationId, reader, entries.at(-1)?.sequence ?? head],
    )
    more ||= entries.length === ENTRIES_AT_ONCE
  }
  return more
}

async function entriesAfter(sql: Sql, organisationId: string, sequence: number): Promise<AuditLine[]> {
  const { rows } = await sql.query<Omit<AuditLine, 'at'> & { at: Date }>(
    `SELECT organisation_id, sequence, id, at, actor, action, subject, detail, encode(hash, 'hex') AS hash, keyed
     FROM millrace_audit.entries WHERE organisation_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3`,
    [organisationId, sequence, ENTRIES_AT_ONCE],
  )
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}
