import type { ReEntry } from '@millrace/contract/workflow'
import { secondsOf } from '#calendar/duration.ts'

/**
 * When a guest who entered at that time can enter again; null: never. The engine decides the same in the statement of
 * `events/claim-re-entries.ts`, because it has to compare under the lock of the row; a test keeps the two equal.
 */
export const reEntryAt = ({ within }: ReEntry, enteredAt: Date): Date | null =>
  within === null ? null : new Date(enteredAt.getTime() + secondsOf(within) * 1_000)

export function mayReEnter(limit: ReEntry, enteredAt: Date, now: Date): boolean {
  const again = reEntryAt(limit, enteredAt)
  return again !== null && again <= now
}
