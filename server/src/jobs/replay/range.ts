import type { ReplayRange } from '@millrace/contract/job'
import { JobRefused } from '../errors.ts'

/** Which events: by default, up to now. Throws JobRefused. */
export function readRange({ since, until }: ReplayRange, now: Date): { since: string; until: string } {
  const from = new Date(since)
  const to = until === undefined ? now : new Date(until)
  if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime()))
    throw new JobRefused('The replay needs times, as 2026-07-01T12:00:00Z.')
  if (from >= to) throw new JobRefused('The replay would end before it begins.')
  return { since: from.toISOString(), until: to.toISOString() }
}
