import { eraseDeliveries } from '#connections/erase-deliveries.ts'
import type { Sql } from '#db/sql.ts'
import { eraseEvents } from '#events/erase-events.ts'
import { eraseRecords } from '#guests/erase-records.ts'
import { forgetAnswersWith } from '#idempotency/forget-answers.ts'
import { eraseImported } from '#jobs/import/erase-imported.ts'
import { eraseMessages } from '#messages/erase-messages.ts'
import { eraseReceived } from '#messages/erase-received.ts'
import { endRunsOf, eraseRuns } from '#runs/change/erase-runs.ts'
import { eraseExamples } from '#sources/erase-examples.ts'
import { eraseSubscriptionDeliveries } from '#subscriptions/erase-deliveries.ts'
import { eraseTasks } from '#tasks/erase-tasks.ts'
import { eraseOccasions } from '#triggers/occasions.ts'
import { eraseVisits } from '#visits/erase-visits.ts'
import { eraseMissed } from '#workflows/missed/missed-rows.ts'
import { eraseStays } from '#workflows/segments/members.ts'

export interface Erased {
  readonly organisationId: string
  readonly guestId: string
  /** A random id that replaces the guest's from now on, so that sums and counts stay correct. */
  readonly replacement: string
}

/**
 * Removes a guest from all records about them. Contents, recipients and the guest's id are deleted; that it happened,
 * when, where and with which outcome stays. Open runs are cancelled.
 *
 * Runs are locked before their messages, as everywhere; rows that are found through the runs are written before them.
 */
export async function blankRecords(tx: Sql, { organisationId, guestId, replacement }: Erased): Promise<void> {
  // The second pass reads the blanked rows again: an attempt may have ended between the two.
  const ids = [guestId, replacement]
  await endRunsOf(tx, organisationId, ids)
  await eraseMessages(tx, organisationId, ids, replacement)
  await eraseReceived(tx, organisationId, ids)
  await eraseTasks(tx, organisationId, ids, replacement)
  await eraseRuns(tx, organisationId, ids, replacement)
  await eraseDeliveries(tx, organisationId, ids, replacement)
  await eraseExamples(tx, organisationId, ids)
  await eraseEvents(tx, organisationId, ids, replacement)
  // After the events: a rebuild of the ledger holds them while it writes, and has committed now.
  await eraseVisits(tx, organisationId, ids)
  await eraseOccasions(tx, organisationId, ids)
  await eraseMissed(tx, organisationId, ids)
  await eraseStays(tx, organisationId, ids)
  await eraseRecords(tx, organisationId, ids, replacement)
  await eraseImported(tx, organisationId, ids)
  // Last: what ended above was noted for them.
  await eraseSubscriptionDeliveries(tx, organisationId, ids)
  // A stored answer may contain the guest's id, whichever request it answered.
  await forgetAnswersWith(tx, organisationId, guestId)
}
