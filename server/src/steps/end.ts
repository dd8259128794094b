import type { Step } from './step.ts'

export const end: Step<'end'> = node => ({
  kind: 'end',
  outcome: node.outcome,
  reason: node.reason ?? null,
  detail: { outcome: node.outcome, ...(node.reason === undefined ? {} : { reason: node.reason }) },
})
