import { guestConnectionEvents } from '#connections/guest-rows.ts'
import type { GuestRows } from '#db/guest-rows.ts'
import { guestEvents, guestLoopAlerts, guestReEntries } from '#events/guest-rows.ts'
import { guestConsentChanges, guestEdits, guestIdentifiers, guestPoints } from '#guests/merge/guest-rows.ts'
import { guestImportChanges, guestImportEvents } from '#jobs/import/guest-rows.ts'
import { guestMessages, guestReceivedSms } from '#messages/guest-rows.ts'
import { guestRuns, guestWatches } from '#runs/change/guest-rows.ts'
import { guestSubscriptionDeliveries } from '#subscriptions/guest-rows.ts'
import { guestTasks } from '#tasks/guest-rows.ts'
import { guestOccasions } from '#triggers/guest-rows.ts'
import { guestVisits } from '#visits/guest-rows.ts'
import { guestMissed } from '#workflows/missed/missed-rows.ts'
import { guestMoves, guestSegments } from '#workflows/segments/guest-rows.ts'

/**
 * Everything that belongs to a guest, in the order in which it is moved: runs before their messages, as everywhere. A test
 * compares the list with the schema. Tags and dates are written by triggers of the guest.
 */
export const guestTables: readonly GuestRows[] = [
  guestRuns,
  guestWatches,
  guestMessages,
  guestReceivedSms,
  guestTasks,
  guestEvents,
  guestVisits,
  guestConnectionEvents,
  guestImportEvents,
  guestLoopAlerts,
  guestReEntries,
  guestOccasions,
  guestMissed,
  guestSegments,
  guestMoves,
  guestPoints,
  guestConsentChanges,
  guestEdits,
  guestImportChanges,
  guestSubscriptionDeliveries,
  guestIdentifiers,
]
