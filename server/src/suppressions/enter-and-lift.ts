import type { NewSuppression, Suppression } from '@millrace/contract/suppression'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { findSuppression } from './list-suppressions.ts'
import { suppress } from './suppress.ts'
import { suppressedKey } from './suppressed-key.ts'
import { type SuppressionRow, suppressionColumns, toSuppression } from './suppression-row.ts'

/** What members and other systems do to the list. The audit log names an entry by its id: an address would stay there after its guest. */

export type Entered = Suppression | 'no_address' | 'suppressed_already'

export async function enterSuppression(
  tx: Sql,
  organisationId: string,
  { channel, address, note }: NewSuppression,
  by: { readonly actor: string; readonly source: 'dashboard' | 'cli' | 'api' },
): Promise<Entered> {
  if (suppressedKey(channel, address) === undefined) return 'no_address'
  const reason = by.source === 'api' ? 'integration' : 'member'
  const entry = { channel, address, note, reason, source: by.source } as const
  const [id] = await suppress(tx, organisationId, [entry])
  if (id === undefined) return 'suppressed_already'
  await recordAudit(tx, organisationId, {
    actor: by.actor,
    action: 'suppression.entered',
    subject: id,
    detail: { channel, note },
  })
  return (await findSuppression(tx, organisationId, id)) as Suppression
}

/** undefined where it is not in force. */
export async function liftSuppression(
  tx: Sql,
  organisationId: string,
  id: string,
  { actor, because }: { readonly actor: string; readonly because: string },
): Promise<Suppression | undefined> {
  const { rows } = await tx.query<SuppressionRow>(
    `UPDATE suppressions SET lifted_at = now(), lifted_by = $3, lifted_because = $4
     WHERE organisation_id = $1 AND id = $2 AND lifted_at IS NULL
     RETURNING ${suppressionColumns}`,
    [organisationId, id, actor, because],
  )
  const [row] = rows
  if (row === undefined) return undefined
  await recordAudit(tx, organisationId, {
    actor,
    action: 'suppression.lifted',
    subject: id,
    detail: { channel: row.channel, reason: row.reason, because },
  })
  return toSuppression(row)
}
