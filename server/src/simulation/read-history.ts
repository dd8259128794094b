import type { OrganisationSettings } from '@millrace/contract/settings'
import { durationBefore } from '#calendar/duration.ts'
import type { Sql } from '#db/sql.ts'
import { budgetDay } from '#runs/effects/load-allowances.ts'
import { loadGiven } from '#runs/effects/load-given.ts'
import { type GuestKey, guestKey } from '#runs/load/load-guests.ts'
import type { Allowance, MessageChannel } from '#steps/step.ts'
import { noVisits, type PastVisit, type PastVisits } from './past-visits.ts'

/** The history of a guest, read without the locks that the engine takes. */

export const allBudgets = ({ budgets }: Pick<OrganisationSettings, 'budgets'>): Allowance => ({
  sent: { email: [], sms: [] },
  left: { points: budgets.points_a_day, sms: budgets.sms_a_day },
  given: [],
})

export async function readLately(
  tx: Sql,
  { organisationId, guestId }: GuestKey,
  settings: OrganisationSettings,
  now: Date,
): Promise<Allowance> {
  const { caps, budgets } = settings
  const since = Math.min(now.getTime(), ...caps.map(cap => durationBefore(now, cap.within).getTime()))
  const who = { organisationId, guestId }
  const [given, messages, usage] = await Promise.all([
    loadGiven(tx, [who], now),
    tx.query<{ channel: MessageChannel; created_at: Date }>(
      `SELECT channel, created_at FROM messages
       WHERE organisation_id = $1 AND guest_id = $2 AND created_at > $3 AND channel IN ('email', 'sms')
         AND NOT transactional AND status NOT IN ('cancelled', 'failed')`,
      [organisationId, guestId, new Date(since)],
    ),
    tx.query<{ kind: 'points' | 'sms'; used: number }>(
      'SELECT kind, used FROM daily_usage WHERE organisation_id = $1 AND day = $2',
      [organisationId, budgetDay(settings, now)],
    ),
  ])
  const sentBy = (channel: MessageChannel) =>
    messages.rows.filter(row => row.channel === channel).map(row => row.created_at)
  const left = (kind: 'points' | 'sms', budget: number | null) =>
    budget === null ? null : budget - (usage.rows.find(row => row.kind === kind)?.used ?? 0)
  return {
    sent: { email: sentBy('email'), sms: sentBy('sms') },
    left: { points: left('points', budgets.points_a_day), sms: left('sms', budgets.sms_a_day) },
    given: given.get(guestKey(who)) ?? [],
  }
}

export async function readVisits(
  tx: Sql,
  { organisationId, guestId }: GuestKey,
  workflowIds: readonly string[],
): Promise<PastVisits> {
  return (await loadVisits(tx, organisationId, [guestId], workflowIds)).get(guestId) ?? noVisits
}

/** By guest. Nothing is read if no condition needs earlier runs. */
export async function loadVisits(
  tx: Sql,
  organisationId: string,
  guestIds: readonly string[],
  workflowIds: readonly string[],
): Promise<Map<string, PastVisits>> {
  if (workflowIds.length === 0) return new Map()
  const { rows } = await tx.query<PastVisit & { guest_id: string; workflow_id: string }>(
    `SELECT guest_id, workflow_id, count(*) AS count, count(*) FILTER (WHERE status = 'completed') AS completed,
            max(created_at) AS "lastAt"
     FROM runs WHERE organisation_id = $1 AND guest_id = ANY($2) AND workflow_id = ANY($3) GROUP BY 1, 2`,
    [organisationId, [...new Set(guestIds)], workflowIds],
  )
  const visits = new Map<string, Map<string, PastVisit>>()
  for (const { guest_id, workflow_id, ...visit } of rows) {
    visits.set(guest_id, (visits.get(guest_id) ?? new Map()).set(workflow_id, visit))
  }
  return visits
}

/** By the serial that the limit counts by, which is empty for a limit per guest. */
export async function readEntered(
  tx: Sql,
  { organisationId, guestId }: GuestKey,
  workflowId: string,
): Promise<Map<string, Date>> {
  const { rows } = await tx.query<{ serial: string; entered_at: Date }>(
    'SELECT serial, entered_at FROM re_entries WHERE organisation_id = $1 AND workflow_id = $2 AND guest_id = $3',
    [organisationId, workflowId, guestId],
  )
  return new Map(rows.map(({ serial, entered_at }) => [serial, entered_at]))
}
