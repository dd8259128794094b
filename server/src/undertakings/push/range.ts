import type { PushRange } from '@millrace/contract/undertaking'
import { UndertakingRefused } from '../errors.ts'

/** Which events: up to now, if nothing else is said. Throws UndertakingRefused. */
export function readRange({ since, until }: PushRange, now: Date): { since: string; until: string } {
  const from = new Date(since)
  const to = until === undefined ? now : new Date(until)
  if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime()))
    throw new UndertakingRefused('The push needs times, as 2026-07-01T12:00:00Z.')
  if (from >= to) throw new UndertakingRefused('The push would end before it begins.')
  return { since: from.toISOString(), until: to.toISOString() }
}
