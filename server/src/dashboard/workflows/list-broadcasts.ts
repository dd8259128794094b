import { isSentByHand } from '@millrace/contract/broadcast'
import type { Broadcast, BroadcastList } from '@millrace/contract/sent-broadcast'
import type { Trigger } from '@millrace/contract/workflow'
import type { Sql } from '#db/sql.ts'
import type { OrganisationFacts, OrganisationFactsCache } from '#venues/organisation-facts.ts'
import { countMembers, zonesOfBroadcast } from '#workflows/due/broadcast-guests.ts'
import { nextBroadcastSlot } from '#workflows/occasions/broadcast-occasion.ts'

const MOST = 60

type Row = Omit<Broadcast, 'due_at' | 'ended_at'> & { due_at: Date; ended_at: Date | null }

/** The latest broadcasts of a workflow, and when the next one comes. */
export async function listBroadcasts(
  tx: Sql,
  organisations: OrganisationFactsCache,
  organisationId: string,
  workflowId: string,
): Promise<BroadcastList> {
  const [{ rows }, live, found] = await Promise.all([
    tx.query<Row>(
      `SELECT id, state, due_at, sent_by, changed_by, ended_at, considered, started, skipped, missed, missed_because
       FROM broadcasts WHERE organisation_id = $1 AND workflow_id = $2 ORDER BY due_at DESC, id DESC LIMIT $3`,
      [organisationId, workflowId, MOST],
    ),
    tx.query<{ trigger: Trigger; now: Date }>(
      `SELECT v.definition -> 'trigger' AS trigger, now() AS now
       FROM workflows w JOIN workflow_versions v
         ON v.organisation_id = w.organisation_id AND v.workflow_id = w.id AND v.version = w.version
       WHERE w.organisation_id = $1 AND w.id = $2 AND w.status IN ('active', 'paused')`,
      [organisationId, workflowId],
    ),
    organisations.find(tx, [organisationId]),
  ])
  const data = rows.map(row => ({
    ...row,
    due_at: row.due_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }))
  const { trigger, now } = live.rows[0] ?? {}
  if (trigger === undefined || now === undefined || !('broadcast' in trigger))
    return { data, is_sent_by_hand: false, next_at: null, members: 0 }
  const zones = zonesOfBroadcast(trigger, found.get(organisationId) as OrganisationFacts)
  const next = nextBroadcastSlot(
    trigger.broadcast,
    zones.map(({ timeZone }) => timeZone),
    now,
  )
  return {
    data,
    is_sent_by_hand: isSentByHand(trigger.broadcast),
    next_at: next?.at.toISOString() ?? null,
    members: await countMembers(tx, organisationId, trigger.broadcast.segment),
  }
}
