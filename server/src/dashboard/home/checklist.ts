import type { Checklist } from '@millrace/contract/dashboard/home'
import type { Sql } from '#db/sql.ts'

/**
 * Progress of a new organisation: its venues, guests and a workflow; a key or a connection, an event that came by it, and a
 * run that finished after that. Runs of the demo come before the first own event, and are not that.
 */
export async function readChecklist(tx: Sql, organisationId: string): Promise<Checklist> {
  const { rows } = await tx.query<Omit<Checklist, 'done'>>(
    `SELECT EXISTS (SELECT FROM venues v WHERE v.organisation_id = $1) AS venue_added,
            EXISTS (SELECT FROM guests g WHERE g.organisation_id = $1) AS guest_added,
            EXISTS (
              SELECT FROM workflows w WHERE w.organisation_id = $1 AND w.status <> 'draft'
            ) AS workflow_published,
            EXISTS (SELECT FROM api_keys k WHERE k.organisation_id = $1 AND k.revoked_at IS NULL)
              OR EXISTS (SELECT FROM connections c WHERE c.organisation_id = $1 AND c.deleted_at IS NULL) AS system_connected,
            (EXISTS (SELECT FROM api_keys k WHERE k.organisation_id = $1 AND k.last_used_at IS NOT NULL)
              OR EXISTS (SELECT FROM connection_deliveries d WHERE d.organisation_id = $1))
              AND EXISTS (SELECT FROM events e WHERE e.organisation_id = $1) AS event_received,
            EXISTS (
              SELECT FROM (
                SELECT r.status FROM runs r WHERE r.organisation_id = $1 ORDER BY r.id DESC LIMIT 1000
              ) AS latest
              WHERE latest.status IN ('completed', 'failed')
            ) AS run_finished`,
    [organisationId],
  )
  const found = rows[0] as Omit<Checklist, 'done'>
  const run_finished = found.event_received && found.run_finished
  return { ...found, run_finished, done: found.system_connected && run_finished }
}
