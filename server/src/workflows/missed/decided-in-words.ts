import type { MissedDecision } from '@millrace/contract/missed'

/** What was decided about guests who were missed. */
export function decidedInWords(decision: MissedDecision['decision'], decided: number): string {
  if (decided === 0) return 'There was nobody left to decide about.'
  const guests = `${decided} missed ${decided === 1 ? 'occasion' : 'occasions'}`
  return decision === 'start' ? `Starting ${guests}.` : `Let ${guests} go.`
}
