import type { SuppressedChannel, SuppressionReason } from '@millrace/contract/suppression'
import type { Sql } from '#db/sql.ts'

/** Why nothing may be sent to an address now; undefined where it may. */
export async function findSuppressed(
  tx: Sql,
  organisationId: string,
  channel: SuppressedChannel,
  address: string,
): Promise<SuppressionReason | undefined> {
  const { rows } = await tx.query<{ reason: SuppressionReason }>(
    `SELECT reason FROM suppressions
     WHERE organisation_id = $1 AND channel = $2 AND address = lower($3) AND lifted_at IS NULL`,
    [organisationId, channel, address],
  )
  return rows[0]?.reason
}
