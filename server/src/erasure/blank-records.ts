import type { Sql } from '#db/sql.ts'
import { eraseEvents } from '#events/erase-events.ts'
import { eraseRecords } from '#guests/erase-records.ts'
import { forgetAnswersWith } from '#idempotency/forget-answers.ts'
import { eraseMessages } from '#messages/erase-messages.ts'
import { endRunsOf, eraseRuns } from '#runs/change/erase-runs.ts'
import { eraseExamples } from '#sources/erase-examples.ts'
import { eraseTasks } from '#tasks/erase-tasks.ts'

export interface Erased {
  readonly organisationId: string
  readonly guestId: string
  /** A random id that stands for the guest from now on, so that sums and counts stay what they were. */
  readonly replacement: string
}

/**
 * Takes a guest out of everything that happened to them: what was said, to whom and with what in it is gone, and so is
 * their id; that it happened, when, where and with what outcome stays. Runs that were under way are cancelled.
 *
 * Runs are locked before their messages, as everywhere; what is found by the runs is written before them.
 */
export async function blankRecords(tx: Sql, { organisationId, guestId, replacement }: Erased): Promise<void> {
  // The second time what has been blanked is looked at again: an attempt may have ended between the two.
  const ids = [guestId, replacement]
  await endRunsOf(tx, organisationId, ids)
  await eraseMessages(tx, organisationId, ids, replacement)
  await eraseTasks(tx, organisationId, ids, replacement)
  await eraseRuns(tx, organisationId, ids, replacement)
  await eraseExamples(tx, organisationId, ids)
  await eraseEvents(tx, organisationId, ids, replacement)
  await eraseRecords(tx, organisationId, ids, replacement)
  // An answer that was kept has the guest's id in it, whichever request it answered.
  await forgetAnswersWith(tx, organisationId, guestId)
}
