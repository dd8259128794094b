import type { Sql } from '#db/sql.ts'
import { writeLines } from '#notices/write-lines.ts'
import type { Logger } from '#observability/logger.ts'

/** The end of one organisation's audit log, in the form that `millrace audit verify --heads` reads. */
export interface AuditHead {
  readonly organisation_id: string
  readonly sequence: number
  readonly hash: string
}

/**
 * Puts the ends of audit logs where the database cannot reach: into the log, and into the operator's file or webhook.
 * Who removes entries afterwards has to change those as well. Each process publishes what it has not yet published,
 * so after a start all of them appear once.
 */
export function createPublishAuditHeads(
  sql: Sql,
  logger: Pick<Logger, 'info'>,
  target: string | undefined,
): () => Promise<void> {
  const published = new Map<string, number>()
  return async () => {
    const { rows } = await sql.query<AuditHead>(
      `SELECT organisation_id, sequence, encode(hash, 'hex') AS hash FROM millrace_audit.heads ORDER BY organisation_id`,
    )
    const fresh = rows.filter(head => published.get(head.organisation_id) !== head.sequence)
    if (fresh.length === 0) return
    const at = new Date().toISOString()
    if (target !== undefined)
      await writeLines(
        target,
        fresh.map(head => ({ at, audit_head: head })),
      )
    for (const head of fresh) {
      logger.info({ audit_head: head }, 'the audit log continued')
      published.set(head.organisation_id, head.sequence)
    }
  }
}
