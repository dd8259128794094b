import { MOST_POINTS, type NodeOf } from '@millrace/contract/node'
import { dateIn } from '#calendar/date-in.ts'
import { numberFrom } from '#workflows/values/number-value.ts'
import { go, type Step, type StepDetail, type StepFacts, skip } from './step.ts'

/** Deducting points needs no budget. */
export const awardPoints: Step<'award_points'> = (node, stepFacts) => {
  const { facts, allowance, settings } = stepFacts
  const { points: wanted, missing } = pointsOf(node, stepFacts)
  if (wanted === undefined) return skip(node.next, 'no_value', missing)
  const most = node.at_most_a_day
  const points =
    most === undefined ? wanted : Math.min(wanted, Math.max(0, most - givenToday(node, stepFacts)))
  const left = allowance.left.points
  if (left !== null && points > 0 && points > left) {
    return skip(node.next, 'points_budget_spent', { points, left, budget: settings.budgets.points_a_day })
  }
  const less = points === wanted ? {} : { wanted, at_most_a_day: most }
  const detail = { points, balance: facts.guest.points + points, ...less }
  // A ledger entry of zero points would suggest that something happened.
  if (points === 0) return go(node.next, detail)
  return go(node.next, detail, {
    type: 'points',
    points,
    reason: node.reason ?? null,
    ...(most !== undefined && points > 0 ? { limited: true } : {}),
  })
}

/** On this day by the venue's clock, over all runs. What another step takes back does not make room for more. */
function givenToday({ id }: NodeOf<'award_points'>, { facts, allowance, run, now }: StepFacts): number {
  const day = dateIn(now, facts.clock.timeZone)
  return allowance.given
    .filter(
      ({ workflowId, nodeId, at }) =>
        workflowId === run.workflowId && nodeId === id && dateIn(at, facts.clock.timeZone) === day,
    )
    .reduce((sum, { points }) => sum + points, 0)
}

type Points =
  | { readonly points: number; readonly missing?: undefined }
  | { readonly points?: undefined; readonly missing: StepDetail }

function pointsOf({ points }: NodeOf<'award_points'>, { facts }: StepFacts): Points {
  if (typeof points === 'number') return { points }
  const value = numberFrom(points, facts)
  if (!value.ok) {
    const { expected, field, found } = value
    return { missing: { expected, field, found } }
  }
  if (Math.abs(value.number) <= MOST_POINTS) return { points: value.number }
  return { missing: { expected: `at most ${MOST_POINTS} points`, field: points.field, found: value.number } }
}
