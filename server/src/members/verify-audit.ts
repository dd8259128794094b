import type { Sql } from '#db/sql.ts'

export interface AuditVerdict {
  readonly entries: number
  /** Where the chain is broken, in sentences; empty when nothing was changed or removed. */
  readonly faults: readonly string[]
}

const MOST_REPORTED = 20

/** Recalculates an organisation's chain of audit entries, from the first to the head. */
export async function verifyAudit(sql: Sql, organisationId: string): Promise<AuditVerdict> {
  const { rows } = await sql.query<{ sequence: number; fault: string }>(
    `WITH chain AS (
       SELECT sequence, hash, previous_hash, hash = audit_hash(previous_hash, e) AS genuine,
         lag(sequence, 1, 0::bigint) OVER w AS before, lag(hash, 1, ''::bytea) OVER w AS hash_before
       FROM audit_entries e WHERE organisation_id = $1 WINDOW w AS (ORDER BY sequence)
     ), last AS (
       SELECT coalesce(max(sequence), 0) AS sequence FROM chain
     )
     SELECT sequence, 'was changed' AS fault FROM chain WHERE NOT genuine
     UNION ALL
     SELECT sequence, 'comes after ' || before || ': those between were taken out'
     FROM chain WHERE sequence <> before + 1
     UNION ALL
     SELECT sequence, 'does not go on from the one before it' FROM chain
     WHERE sequence = before + 1 AND previous_hash <> hash_before
     UNION ALL
     SELECT l.sequence, 'is the last one, and should be ' || h.sequence
     FROM audit_heads h CROSS JOIN last l WHERE h.organisation_id = $1 AND h.sequence <> l.sequence
     UNION ALL
     SELECT c.sequence, 'is not the one that was written last'
     FROM audit_heads h JOIN chain c USING (sequence) WHERE h.organisation_id = $1 AND h.hash <> c.hash
     UNION ALL
     SELECT l.sequence, 'is the last one, and its head was taken away' FROM last l
     WHERE l.sequence > 0 AND NOT EXISTS (SELECT FROM audit_heads WHERE organisation_id = $1)
     ORDER BY sequence LIMIT $2`,
    [organisationId, MOST_REPORTED],
  )
  const counted = await sql.query<{ entries: number }>(
    'SELECT count(*) AS entries FROM audit_entries WHERE organisation_id = $1',
    [organisationId],
  )
  return {
    entries: counted.rows[0]?.entries ?? 0,
    faults: rows.map(({ sequence, fault }) => `Entry ${sequence} ${fault}.`),
  }
}
