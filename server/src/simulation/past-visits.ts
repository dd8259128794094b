import { noPastRuns, type PastRuns } from '#workflows/facts.ts'

/** The guest's earlier runs, by workflow. */
export type PastVisits = ReadonlyMap<string, PastVisit>

export interface PastVisit {
  readonly count: number
  readonly completed: number
  readonly lastAt: Date
}

export const noVisits: PastVisits = new Map()

const DAY_MS = 86_400_000

/** As conditions read them at a given time. */
export function pastRunsAt(visits: PastVisits, now: Date): PastRuns {
  if (visits.size === 0) return noPastRuns
  const entries = [...visits].map(([id, { count, completed, lastAt }]) => {
    const daysSinceLast = Math.floor((now.getTime() - lastAt.getTime()) / DAY_MS)
    return [id, { count, completed, daysSinceLast }] as const
  })
  return new Map(entries)
}

/** With a run that has just started: the steps of a run count it among the guest's runs. */
export function withVisit(visits: PastVisits, workflowId: string, at: Date): PastVisits {
  const before = visits.get(workflowId)
  const visit = { count: (before?.count ?? 0) + 1, completed: before?.completed ?? 0, lastAt: at }
  return new Map([...visits, [workflowId, visit]])
}
