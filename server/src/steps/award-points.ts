import { go, type Step, skip } from './step.ts'

/** Taking points away needs no budget. */
export const awardPoints: Step<'award_points'> = (node, { facts, allowance, settings }) => {
  const left = allowance.left.points
  if (left !== null && node.points > 0 && node.points > left) {
    return skip(node.next, 'points_budget_spent', {
      points: node.points,
      left,
      budget: settings.budgets.points_a_day,
    })
  }
  const detail = { points: node.points, balance: facts.guest.points + node.points }
  return go(node.next, detail, { type: 'points', points: node.points, reason: node.reason ?? null })
}
