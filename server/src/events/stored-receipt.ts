import type { Receipt } from '@millrace/contract/event'

/** What of a receipt is kept as a document. Most events reach no run under way, and then nothing is kept of that. */
export type StoredReceipt = Pick<Receipt, 'workflow_runs' | 'skipped' | 'warnings'> &
  Partial<Pick<Receipt, 'woke' | 'moved' | 'ended'>>

export const storedReceipt = ({
  workflow_runs,
  woke,
  moved,
  ended,
  skipped,
  warnings,
}: Omit<Receipt, 'created_at'>): StoredReceipt => ({
  workflow_runs,
  skipped,
  warnings,
  ...(woke.length === 0 ? {} : { woke }),
  ...(moved.length === 0 ? {} : { moved }),
  ...(ended.length === 0 ? {} : { ended }),
})

export const withReached = (stored: StoredReceipt) => ({ woke: [], moved: [], ended: [], ...stored })
