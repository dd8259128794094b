import type { Step } from './step.ts'

export const awardPoints: Step<'award_points'> = (node, { facts }) => ({
  kind: 'go',
  next: node.next,
  effects: [{ type: 'points', points: node.points, reason: node.reason ?? null }],
  detail: { points: node.points, balance: facts.guest.points + node.points },
})
