import type { Undertaking } from '@millrace/contract/undertaking'
import { newId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { toUndertaking, type UndertakingRow, undertakingColumns } from './undertaking-row.ts'

export interface NewUndertaking {
  readonly organisationId: string
  readonly workflowId: string
  readonly kind: 'push' | 'comparison'
  readonly request: object
  readonly progress: object
  readonly actor: string
}

export async function storeUndertaking(tx: Sql, started: NewUndertaking): Promise<Undertaking> {
  const { organisationId, workflowId, kind, request, progress, actor } = started
  const { rows } = await tx.query<UndertakingRow>(
    `INSERT INTO undertakings (organisation_id, id, kind, workflow_id, request, progress, actor)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${undertakingColumns}`,
    [organisationId, newId(), kind, workflowId, JSON.stringify(request), JSON.stringify(progress), actor],
  )
  return toUndertaking(rows[0] as UndertakingRow)
}

export async function findUndertaking(
  tx: Sql,
  organisationId: string,
  id: string,
): Promise<Undertaking | undefined> {
  const { rows } = await tx.query<UndertakingRow>(
    `SELECT ${undertakingColumns} FROM undertakings WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  return rows[0] && toUndertaking(rows[0])
}

/** Of one workflow, newest first. */
export async function listUndertakings(
  tx: Sql,
  organisationId: string,
  { workflowId, limit }: { workflowId: string; limit: number },
): Promise<Undertaking[]> {
  const { rows } = await tx.query<UndertakingRow>(
    `SELECT ${undertakingColumns} FROM undertakings WHERE organisation_id = $1 AND workflow_id = $2
     ORDER BY id DESC LIMIT $3`,
    [organisationId, workflowId, limit],
  )
  return rows.map(toUndertaking)
}

/** Ends it where it is: what it has done stays done. undefined: it is not there, or over already. */
export async function cancelUndertaking(
  tx: Sql,
  organisationId: string,
  id: string,
  actor: string,
): Promise<Undertaking | undefined> {
  const { rows } = await tx.query<UndertakingRow>(
    `UPDATE undertakings SET status = 'cancelled', leased_until = NULL, finished_at = now()
     WHERE organisation_id = $1 AND id = $2 AND status = 'running' RETURNING ${undertakingColumns}`,
    [organisationId, id],
  )
  if (rows[0] === undefined) return undefined
  await recordAudit(tx, organisationId, { actor, action: `${rows[0].kind}.cancelled`, subject: id })
  return toUndertaking(rows[0])
}

/** What was asked and found, which may have a guest in it. */
export const undertakingDocuments = {
  select:
    'SELECT id, request, progress, result FROM undertakings WHERE organisation_id = $1 FOR NO KEY UPDATE',
  update: `UPDATE undertakings
           SET request = coalesce($3, request), progress = coalesce($4, progress), result = coalesce($5, result)
           WHERE organisation_id = $1 AND id = $2`,
}
