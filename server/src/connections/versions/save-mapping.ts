import type { Mapping } from '@millrace/contract/connection-mapping'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { readAgain } from '../change-connection.ts'
import { insertVersion } from './insert-version.ts'

export interface NewMapping {
  readonly mapping: Mapping
  /** The version that was changed. */
  readonly version: number
  readonly restoredFrom: number | null
}

/**
 * Saves a version, by which deliveries are read from now on. Those that are held or failed are read again at once;
 * those that were read stay as they are, until a member has them compared. undefined: another version was saved meanwhile.
 */
export async function saveMapping(
  tx: Sql,
  organisationId: string,
  actor: string,
  connectionId: string,
  { mapping, version, restoredFrom }: NewMapping,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ before: Mapping; created_at: Date }>(
    `SELECT mapping AS before, created_at FROM connections
     WHERE organisation_id = $1 AND id = $2 AND mapping_version = $3 FOR UPDATE`,
    [organisationId, connectionId, version],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const connection = { organisationId, connectionId }
  // The release before this one stored no versions.
  await insertVersion(tx, { ...connection, version, mapping: row.before, actor: null, restoredFrom: null })
  const next = version + 1
  await insertVersion(tx, { ...connection, version: next, mapping, actor, restoredFrom })
  await tx.query(
    'UPDATE connections SET mapping = $3, mapping_version = $4 WHERE organisation_id = $1 AND id = $2',
    [organisationId, connectionId, JSON.stringify(mapping), next],
  )
  await readAgain(tx, organisationId, connectionId, ['held', 'failed'])
  await recordAudit(tx, organisationId, {
    actor,
    action: 'connection.mapping_saved',
    subject: connectionId,
    detail: { version: next, ...(restoredFrom === null ? {} : { restored_from: restoredFrom }) },
  })
  return next
}
