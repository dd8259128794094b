import type { Sql } from '#db/sql.ts'
import type { Walked } from './walk.ts'
import { type PointsEntry, writePoints } from './write-points.ts'
import { writeRuns } from './write-runs.ts'
import { writeSteps } from './write-steps.ts'
import { type AddedTag, writeTags } from './write-tags.ts'

/**
 * Writes all that a batch of runs did, one statement for each table. They are sent together, without waiting for
 * each other's answers; if one fails, so do those behind it, and the first failure is thrown.
 */
export async function commitWalked(tx: Sql, walked: readonly Walked[]): Promise<void> {
  const points: PointsEntry[] = []
  const tags: AddedTag[] = []
  for (const { run, result } of walked) {
    for (const { nodeId, effect } of result.effects) {
      if (effect.type === 'points') points.push({ run, nodeId, points: effect.points, reason: effect.reason })
      else tags.push({ run, tag: effect.tag })
    }
  }
  const statements = [
    writeRuns(
      tx,
      walked.map(({ run, result }) => ({ before: run, after: result.run })),
    ),
    writeSteps(
      tx,
      walked.flatMap(({ run, result }) => result.steps.map(step => ({ run, step }))),
    ),
  ]
  if (points.length > 0) statements.push(writePoints(tx, points))
  if (tags.length > 0) statements.push(writeTags(tx, tags))
  const failure = (await Promise.allSettled(statements)).find(result => result.status === 'rejected')
  if (failure !== undefined) throw failure.reason
}
