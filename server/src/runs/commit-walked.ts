import type { Sql } from '#db/sql.ts'
import { guestKey } from './load-guests.ts'
import type { Walked } from './walk.ts'
import { type GuestChange, writeGuests } from './write-guests.ts'
import { type PointsEntry, writePoints } from './write-points.ts'
import { writeRuns } from './write-runs.ts'
import { type TakenStep, writeSteps } from './write-steps.ts'

/**
 * Writes all that a batch of runs did, one statement for each table. They are sent together, without waiting for
 * each other's answers; if one fails, so do those behind it, and the first failure is thrown.
 */
export async function commitWalked(tx: Sql, walked: readonly Walked[]): Promise<void> {
  const statements = [writeRuns(tx, walked)]
  const steps: TakenStep[] = []
  for (const { run, result } of walked) for (const step of result.steps) steps.push({ run, step })
  if (steps.length > 0) statements.push(writeSteps(tx, steps))
  const { entries, guests } = effects(walked)
  if (entries.length > 0) statements.push(writePoints(tx, entries))
  if (guests.length > 0) statements.push(writeGuests(tx, guests))
  const failure = (await Promise.allSettled(statements)).find(result => result.status === 'rejected')
  if (failure !== undefined) throw failure.reason
}

function effects(walked: readonly Walked[]): { entries: PointsEntry[]; guests: GuestChange[] } {
  const entries: PointsEntry[] = []
  const guests = new Map<string, GuestChange>()
  for (const { run, result } of walked) {
    for (const { nodeId, effect } of result.effects) {
      const key = guestKey(run)
      const { organisationId, guestId } = run
      const before = guests.get(key) ?? { organisationId, guestId, points: 0, newTags: [] }
      if (effect.type === 'points') {
        entries.push({ run, nodeId, points: effect.points, reason: effect.reason })
        guests.set(key, { ...before, points: before.points + effect.points })
      } else {
        guests.set(key, { ...before, newTags: [...before.newTags, effect.tag] })
      }
    }
  }
  return { entries, guests: [...guests.values()] }
}
