import { MOST_POINTS, type NodeOf } from '@millrace/contract/node'
import { numberFrom } from '#workflows/values/number-value.ts'
import { go, type Step, type StepDetail, type StepFacts, skip } from './step.ts'

/** Deducting points needs no budget. */
export const awardPoints: Step<'award_points'> = (node, stepFacts) => {
  const { facts, allowance, settings } = stepFacts
  const { points, missing } = pointsOf(node, stepFacts)
  if (points === undefined) return skip(node.next, 'no_value', missing)
  const left = allowance.left.points
  if (left !== null && points > 0 && points > left) {
    return skip(node.next, 'points_budget_spent', { points, left, budget: settings.budgets.points_a_day })
  }
  const detail = { points, balance: facts.guest.points + points }
  // A ledger entry of zero points would suggest that something happened.
  if (points === 0) return go(node.next, detail)
  return go(node.next, detail, { type: 'points', points, reason: node.reason ?? null })
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
