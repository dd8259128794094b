import { freeStrandedReceived } from '#connections/free-stranded.ts'
import { freeStrandedPulls } from '#connections/pull/free-stranded.ts'
import type { Sql } from '#db/sql.ts'
import { freeStrandedJobs } from '#jobs/free-stranded.ts'
import { freeStrandedMessages } from '#messages/free-stranded.ts'
import { freeStrandedNotices } from '#notices/free-stranded.ts'
import { freeStrandedDeliveries } from '#subscriptions/free-stranded.ts'

/**
 * After the database's clock was set back, and after it was ahead for a moment, some things are due only when it comes to where
 * it was. They are due now. The waits of runs are not among them: a wait ends at the moment that its run shows.
 */
export async function freeStranded(sql: Sql): Promise<void> {
  await freeStrandedMessages(sql)
  await freeStrandedDeliveries(sql)
  await freeStrandedReceived(sql)
  await freeStrandedPulls(sql)
  await freeStrandedNotices(sql)
  await freeStrandedJobs(sql)
}
