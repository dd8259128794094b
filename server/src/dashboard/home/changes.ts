import type { HomeChange } from '@millrace/contract/dashboard/home'
import type { Sql } from '#db/sql.ts'

const SHOWN = 5
/** Of the audit log, which has no index by action. An organisation where more happens has the page of the audit log. */
const LOOKED_THROUGH = 500

const deeds: Readonly<Record<string, HomeChange['did']>> = {
  'workflow.published': 'published',
  'workflow.paused': 'paused',
  'workflow.active': 'resumed',
  'workflow.cancelled': 'archived',
}

type Row = Omit<HomeChange, 'at' | 'did'> & { readonly at: Date; readonly action: string }

/** What members last did to workflows that runs depend on, newest first. */
export async function findChanges(tx: Sql, organisationId: string): Promise<HomeChange[]> {
  const { rows } = await tx.query<Row>(
    `SELECT e.at, coalesce(m.name, e.actor) AS who, e.action, w.id AS workflow_id, w.name AS workflow_name
     FROM (SELECT sequence, at, actor, action, subject FROM millrace_audit.entries
           WHERE organisation_id = $1 ORDER BY sequence DESC LIMIT ${LOOKED_THROUGH}) AS e
     JOIN workflows w ON w.organisation_id = $1 AND w.id::text = e.subject
     LEFT JOIN organisation_members() m ON m.email = e.actor
     WHERE e.action = ANY($2::text[])
     ORDER BY e.sequence DESC LIMIT ${SHOWN}`,
    [organisationId, Object.keys(deeds)],
  )
  return rows.map(({ at, action, ...row }) => ({
    at: at.toISOString(),
    did: deeds[action] as HomeChange['did'],
    ...row,
  }))
}
