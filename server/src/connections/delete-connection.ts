import { randomBytes } from 'node:crypto'
import { MOST_COUNTED } from '@millrace/contract/dashboard/connections'
import { outdated } from '#db/outdated.ts'
import type { Sql } from '#db/sql.ts'
import { recordAudit } from '#organisations/audit.ts'
import { ofDeleted } from './of-deleted.ts'

/** What goes with a connection, and what stays, each counted up to a limit as in `list-connections.ts`. */
export interface Deletion {
  readonly name: string
  /** Stored deliveries, which are deleted. */
  readonly deliveries: number
  /** How many of them were not read yet, or are held or failed: they will make no events. */
  readonly unread: number
  /** Events that it made, which stay. */
  readonly events: number
}

export async function countDeletion(
  tx: Sql,
  organisationId: string,
  id: string,
): Promise<Deletion | undefined> {
  const { rows } = await tx.query<Deletion>(
    `SELECT name,
            (SELECT count(*)::int FROM (
               SELECT FROM connection_deliveries d WHERE d.organisation_id = $1 AND d.connection_id = $2
               ORDER BY d.state, d.id LIMIT ${MOST_COUNTED + 1}) AS limited) AS deliveries,
            (SELECT least(sum(number), ${MOST_COUNTED + 1})::int
             FROM unnest('{waiting,held,failed}'::text[]) AS asked (state)
             CROSS JOIN LATERAL (SELECT count(*) AS number FROM (
               SELECT d.state FROM connection_deliveries d
               WHERE d.organisation_id = $1 AND d.connection_id = $2 AND d.state >= asked.state
               ORDER BY d.state, d.id LIMIT ${MOST_COUNTED + 1}) AS limited
             WHERE limited.state = asked.state) AS counted) AS unread,
            (SELECT count(DISTINCT event_id)::int FROM (
               SELECT e.event_id FROM connection_events e WHERE e.organisation_id = $1 AND e.connection_id = $2
               ORDER BY e.identity LIMIT ${MOST_COUNTED + 1}) AS limited) AS events
     FROM connections WHERE organisation_id = $1 AND id = $2 AND deleted_at IS NULL`,
    [organisationId, id],
  )
  return rows[0]
}

/**
 * From now on its address is none, and nothing of it is shown or read. What is stored of it is deleted by the maintenance,
 * in portions: a till may have sent a hundred thousand deliveries. Events stay, as they are part of what guests did.
 */
export async function deleteConnection(
  tx: Sql,
  organisationId: string,
  actor: string,
  id: string,
): Promise<Deletion | undefined> {
  const deletion = await countDeletion(tx, organisationId, id)
  const { rowCount } = await tx.query(
    `UPDATE connections SET deleted_at = now(), paused_at = coalesce(paused_at, now()), address_hash = $3,
       sealed_secret = NULL, sealed_previous = NULL
     WHERE organisation_id = $1 AND id = $2 AND deleted_at IS NULL`,
    [organisationId, id, randomBytes(32)],
  )
  if (deletion === undefined || rowCount === 0) return undefined
  await recordAudit(tx, organisationId, {
    actor,
    action: 'connection.deleted',
    subject: id,
    detail: { ...deletion },
  })
  return deletion
}

/** In the order of what refers to what; the connection itself goes last. */
export const deletedConnections = (ownedElsewhere: readonly string[]): string[] => [
  outdated('DELETE FROM connection_deliveries', 'organisation_id, id', ofDeleted),
  outdated('DELETE FROM connection_events', 'organisation_id, connection_id, identity', ofDeleted),
  outdated('DELETE FROM connection_refusals', 'organisation_id, connection_id, reason', ofDeleted),
  ...ownedElsewhere,
  outdated(
    'DELETE FROM connections',
    'organisation_id, id',
    `deleted_at IS NOT NULL
     AND NOT EXISTS (SELECT FROM connection_deliveries d WHERE d.organisation_id = connections.organisation_id AND d.connection_id = connections.id)
     AND NOT EXISTS (SELECT FROM connection_events e WHERE e.organisation_id = connections.organisation_id AND e.connection_id = connections.id)
     AND NOT EXISTS (SELECT FROM connection_refusals r WHERE r.organisation_id = connections.organisation_id AND r.connection_id = connections.id)
     AND NOT EXISTS (SELECT FROM connection_mappings m WHERE m.organisation_id = connections.organisation_id AND m.connection_id = connections.id)
     AND NOT EXISTS (SELECT FROM connection_differences f WHERE f.organisation_id = connections.organisation_id AND f.connection_id = connections.id)`,
  ),
]
