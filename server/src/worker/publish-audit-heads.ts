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
 * so after a start all of them appear once. The log has them also while the operator's receiver is away.
 */
export function createPublishAuditHeads(
  sql: Sql,
  logger: Pick<Logger, 'info'>,
  target: string | undefined,
): () => Promise<void> {
  const logged = new Map<string, number>()
  const sent = new Map<string, number>()
  return async () => {
    const { rows } = await sql.query<AuditHead>(
      `SELECT organisation_id, sequence, encode(hash, 'hex') AS hash FROM millrace_audit.heads ORDER BY organisation_id`,
    )
    const missingIn = (published: Map<string, number>) =>
      rows.filter(head => published.get(head.organisation_id) !== head.sequence)
    for (const head of missingIn(logged)) {
      logger.info({ audit_head: head }, 'the audit log continued')
      logged.set(head.organisation_id, head.sequence)
    }
    const fresh = missingIn(sent)
    if (target === undefined || fresh.length === 0) return
    const at = new Date().toISOString()
    await writeLines(
      target,
      fresh.map(head => ({ at, audit_head: head })),
    )
    for (const head of fresh) sent.set(head.organisation_id, head.sequence)
  }
}
