import { explain } from '#workflows/condition.ts'
import type { Step } from './step.ts'

/** Takes the first case whose condition holds. The detail shows every case that was evaluated, leaf by leaf. */
export const branch: Step<'branch'> = (node, { facts }) => {
  const cases = []
  for (const [index, { label, when, next }] of node.cases.entries()) {
    const { holds, leaves } = explain(when, facts)
    cases.push({ case: index, ...(label === undefined ? {} : { label }), holds, leaves })
    if (holds) return { kind: 'go', next, effects: [], detail: { taken: index, cases } }
  }
  return { kind: 'go', next: node.else, effects: [], detail: { taken: 'else', cases } }
}
