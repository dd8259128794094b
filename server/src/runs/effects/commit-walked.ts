import type { Sql } from '#db/sql.ts'
import { writeGuests } from '#guests/write-guests.ts'
import { writePoints } from '#guests/write-points.ts'
import { writeMessages } from '#messages/write-messages.ts'
import { writeTasks } from '#tasks/write-tasks.ts'
import { writeRuns } from '../change/write-runs.ts'
import { type TakenStep, writeSteps } from '../change/write-steps.ts'
import type { PlaceOfRuns } from '../load/months-of-runs.ts'
import type { Walked, WalkFacts } from '../walk/walk.ts'
import { collectEffects } from './collect-effects.ts'
import { writeUsage } from './write-usage.ts'

/**
 * Writes everything a batch of runs did, one statement for each table. The statements are sent together, without
 * waiting for each other's results; if one fails, the ones behind it fail too, and the first failure is thrown.
 */
export async function commitWalked(
  tx: Sql,
  place: PlaceOfRuns,
  walked: readonly Walked[],
  { allowances, organisations, now }: Pick<WalkFacts, 'allowances' | 'organisations' | 'now'>,
): Promise<void> {
  const { points, guests, messages, tasks, memories } = collectEffects(walked)
  const changes = walked.map(({ run, result, unseen }) => ({
    run,
    result,
    ...(memories.has(run) ? { memory: memories.get(run) as NonNullable<typeof run.memory> } : {}),
    ...(unseen ? { keepResumption: true } : {}),
  }))
  const statements = [writeRuns(tx, place, changes)]
  const steps: TakenStep[] = []
  for (const { run, result } of walked) for (const step of result.steps) steps.push({ run, step })
  if (steps.length > 0) statements.push(writeSteps(tx, steps))
  if (points.length > 0) statements.push(writePoints(tx, points))
  if (guests.length > 0) statements.push(writeGuests(tx, guests))
  if (messages.length > 0) statements.push(writeMessages(tx, messages))
  if (tasks.length > 0) statements.push(writeTasks(tx, tasks))
  if (allowances.left.size > 0) statements.push(writeUsage(tx, walked, allowances.left, organisations, now))
  const failure = (await Promise.allSettled(statements)).find(result => result.status === 'rejected')
  if (failure !== undefined) throw failure.reason
}
