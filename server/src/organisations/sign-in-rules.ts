import type { Sql } from '#db/sql.ts'
import { recordAudit } from './audit.ts'

/** Whether every member needs a second factor. Recorded only where it changes. */
export async function requireSecondFactor(
  tx: Sql,
  organisationId: string,
  actor: string,
  required: boolean,
): Promise<void> {
  const { rowCount } = await tx.query(
    'UPDATE organisations SET require_second_factor = $2 WHERE id = $1 AND require_second_factor <> $2',
    [organisationId, required],
  )
  if (rowCount === 0) return
  await recordAudit(tx, organisationId, {
    actor,
    action: 'sign_in_rules.changed',
    subject: organisationId,
    detail: { require_second_factor: required },
  })
}
