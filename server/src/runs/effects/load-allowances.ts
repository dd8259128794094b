import type { OrganisationSettings } from '@millrace/contract/settings'
import { dateIn } from '#calendar/date-in.ts'
import { durationBefore } from '#calendar/duration.ts'
import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { Allowance, MessageChannel } from '#steps/step.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import { type GuestKey, guestKey } from '../load/load-guests.ts'
import type { Allowances } from '../walk/walk.ts'

/**
 * What the limits of the organisations leave for these guests. Without limits nothing is read. Budgets are locked: of
 * two workers that want the rest of a budget, the second sees what the first took.
 */
export async function loadAllowances(
  tx: Sql,
  guests: readonly GuestKey[],
  organisations: ReadonlyMap<string, OrganisationFacts>,
  now: Date,
): Promise<Omit<Allowances, 'given'>> {
  const settingsOf = (organisationId: string) =>
    (organisations.get(organisationId) as OrganisationFacts).settings
  const known = guests.filter(({ organisationId }) => organisations.has(organisationId))
  const capped = known.filter(({ organisationId }) => settingsOf(organisationId).caps.length > 0)
  const budgeted = [...new Set(known.map(({ organisationId }) => organisationId))].filter(id => {
    const { points_a_day, sms_a_day } = settingsOf(id).budgets
    return points_a_day !== null || sms_a_day !== null
  })
  const [sent, left] = await Promise.all([
    capped.length === 0 ? new Map() : loadSent(tx, capped, now, settingsOf),
    budgeted.length === 0 ? new Map() : lockBudgets(tx, budgeted, now, settingsOf),
  ])
  return { sent, left }
}

type SettingsOf = (organisationId: string) => OrganisationSettings

/** When messages were sent that caps count, by guest. */
export async function loadSent(
  tx: Sql,
  guests: readonly GuestKey[],
  now: Date,
  settingsOf: SettingsOf,
): Promise<Allowances['sent']> {
  const wanted = [...new Map(guests.map(guest => [guestKey(guest), guest])).values()]
  const longest = wanted.flatMap(({ organisationId }) =>
    settingsOf(organisationId).caps.map(cap => durationBefore(now, cap.within).getTime()),
  )
  const { rows } = await tx.query<{
    organisation_id: string
    guest_id: string
    channel: MessageChannel
    created_at: Date
  }>(
    `SELECT m.organisation_id, m.guest_id, m.channel, m.created_at
     FROM unnest($1::uuid[], $2::uuid[]) AS g (organisation_id, guest_id)
     JOIN messages m ON m.organisation_id = g.organisation_id AND m.guest_id = g.guest_id
     WHERE m.created_at > $3 AND m.channel IN ('email', 'sms') AND NOT m.transactional
       AND m.status NOT IN ('cancelled', 'failed')`,
    [
      bareArray(wanted.map(({ organisationId }) => organisationId)),
      bareArray(wanted.map(({ guestId }) => guestId)),
      new Date(Math.min(...longest)),
    ],
  )
  const sent = new Map<string, { email: Date[]; sms: Date[] }>()
  for (const { organisation_id, guest_id, channel, created_at } of rows) {
    const key = guestKey({ organisationId: organisation_id, guestId: guest_id })
    const lists = sent.get(key) ?? { email: [], sms: [] }
    lists[channel].push(created_at)
    sent.set(key, lists)
  }
  return sent
}

/** A budget is for one day in the organisation's time zone. */
export const budgetDay = ({ time_zone }: Pick<OrganisationSettings, 'time_zone'>, now: Date) =>
  dateIn(now, time_zone)

async function lockBudgets(
  tx: Sql,
  organisationIds: readonly string[],
  now: Date,
  settingsOf: SettingsOf,
): Promise<Allowances['left']> {
  const ordered = organisationIds.toSorted()
  const columns = [bareArray(ordered), bareArray(ordered.map(id => budgetDay(settingsOf(id), now)))]
  const [, { rows }] = await Promise.all([
    tx.query(
      `INSERT INTO daily_usage (organisation_id, day, kind)
       SELECT d.organisation_id, d.day, k.kind
       FROM unnest($1::uuid[], $2::date[]) AS d (organisation_id, day), unnest('{points,sms}'::text[]) AS k (kind)
       ON CONFLICT DO NOTHING`,
      columns,
    ),
    tx.query<{ organisation_id: string; kind: 'points' | 'sms'; used: number }>(
      `SELECT u.organisation_id, u.kind, u.used
       FROM daily_usage u
       JOIN unnest($1::uuid[], $2::date[]) AS d (organisation_id, day) USING (organisation_id, day)
       ORDER BY u.organisation_id, u.kind
       FOR UPDATE OF u`,
      columns,
    ),
  ])
  const left = new Map<string, { points: number | null; sms: number | null }>()
  for (const { organisation_id, kind, used } of rows) {
    const { points_a_day, sms_a_day } = settingsOf(organisation_id).budgets
    const budget = kind === 'points' ? points_a_day : sms_a_day
    const entry = left.get(organisation_id) ?? { points: null, sms: null }
    entry[kind] = budget === null ? null : budget - used
    left.set(organisation_id, entry)
  }
  return left as Map<string, Allowance['left']>
}
