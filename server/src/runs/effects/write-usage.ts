import { bareArray } from '#db/array-literal.ts'
import type { Sql } from '#db/sql.ts'
import type { OrganisationFacts } from '#venues/organisation-facts.ts'
import type { Allowances, Walked } from '../walk/walk.ts'
import { budgetDay } from './load-allowances.ts'

interface Usage {
  readonly organisationId: string
  readonly kind: 'points' | 'sms'
  used: number
  /** Something was held back because the budget was used up. */
  spent: boolean
}

/** Deducts what a batch of runs used from the budgets that were locked for it. */
export async function writeUsage(
  tx: Sql,
  walked: readonly Walked[],
  budgets: Allowances['left'],
  organisations: ReadonlyMap<string, OrganisationFacts>,
  now: Date,
): Promise<void> {
  const usages = collect(walked, budgets)
  if (usages.length === 0) return
  await tx.query(
    `UPDATE daily_usage u
     SET used = u.used + c.used, spent_at = CASE WHEN c.spent THEN coalesce(u.spent_at, now()) ELSE u.spent_at END
     FROM unnest($1::uuid[], $2::date[], $3::text[], $4::bigint[], $5::boolean[])
       AS c (organisation_id, day, kind, used, spent)
     WHERE u.organisation_id = c.organisation_id AND u.day = c.day AND u.kind = c.kind`,
    [
      bareArray(usages.map(({ organisationId }) => organisationId)),
      bareArray(
        usages.map(({ organisationId }) =>
          budgetDay((organisations.get(organisationId) as OrganisationFacts).settings, now),
        ),
      ),
      bareArray(usages.map(({ kind }) => kind)),
      bareArray(usages.map(({ used }) => used)),
      bareArray(usages.map(({ spent }) => (spent ? 't' : 'f'))),
    ],
  )
}

function collect(walked: readonly Walked[], budgets: Allowances['left']): Usage[] {
  const usages = new Map<string, Usage>()
  const usageOf = (organisationId: string, kind: Usage['kind']): Usage => {
    const key = `${organisationId} ${kind}`
    const usage = usages.get(key) ?? { organisationId, kind, used: 0, spent: false }
    usages.set(key, usage)
    return usage
  }
  for (const { run, result } of walked) {
    if (!budgets.has(run.organisationId)) continue
    for (const { effect } of result.effects) {
      if (effect.type === 'points' && effect.points > 0)
        usageOf(run.organisationId, 'points').used += effect.points
      if (effect.type === 'message' && effect.message.channel === 'sms')
        usageOf(run.organisationId, 'sms').used += 1
    }
    for (const { status, detail } of result.steps) {
      if (status !== 'skipped') continue
      if (detail.reason === 'points_budget_spent') usageOf(run.organisationId, 'points').spent = true
      if (detail.reason === 'sms_budget_spent') usageOf(run.organisationId, 'sms').spent = true
    }
  }
  return [...usages.values()]
}
