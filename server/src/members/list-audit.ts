import type { AuditEntry } from '@millrace/contract/member'
import type { Sql } from '#db/sql.ts'

export interface AuditFilter {
  readonly actor: string | undefined
  /** An action, or all of a kind: `key` includes `key.created`, `key.revoked` and so on. */
  readonly action: string | undefined
  readonly subject: string | undefined
  /** Oldest first; newest first without it. */
  readonly oldest?: boolean | undefined
  readonly after: string | undefined
  readonly limit: number
}

/** Newest first, or oldest, starting after `after`. */
export async function listAudit(tx: Sql, organisationId: string, filter: AuditFilter): Promise<AuditEntry[]> {
  const { sql, values } = auditStatement(organisationId, filter)
  const { rows } = await tx.query<Omit<AuditEntry, 'at'> & { at: Date }>(sql, values)
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}

export const auditStatement = (organisationId: string, filter: AuditFilter) => ({
  sql: `SELECT id, sequence, at, actor, action, subject, detail FROM millrace_audit.entries
     WHERE organisation_id = $1 AND ($2::bigint IS NULL OR sequence ${filter.oldest ? '>' : '<'} $2)
       AND ($3::text IS NULL OR actor = $3)
       AND ($4::text IS NULL OR action = $4 OR starts_with(action, $4 || '.'))
       AND ($5::text IS NULL OR subject = $5)
     ORDER BY sequence ${filter.oldest ? 'ASC' : 'DESC'} LIMIT $6`,
  values: [
    organisationId,
    filter.after ?? null,
    filter.actor ?? null,
    filter.action ?? null,
    filter.subject ?? null,
    filter.limit,
  ],
})
