import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'

export interface AuditEntry {
  /** 'cli', or a member. */
  actor: string
  action: string
  subject: string
  detail?: Record<string, unknown>
}

/** In the same transaction as the change it records. Entries are never changed; the database enforces that,
 * and they belong to a role that this process cannot become. */
export async function recordAudit(tx: Sql, organisationId: string, entry: AuditEntry): Promise<void> {
  await tx.query(
    `INSERT INTO millrace_audit.entries (organisation_id, id, actor, action, subject, detail)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [organisationId, newId(), entry.actor, entry.action, entry.subject, JSON.stringify(entry.detail ?? {})],
  )
}
