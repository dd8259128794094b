import type { ReachedRun, Receipt } from '@millrace/contract/event'

/**
 * What of a receipt is kept as a document. The status of a run is read from the run. Most events reach no run under way, and then
 * nothing is kept of that.
 */
export type StoredReceipt = Pick<Receipt, 'skipped' | 'warnings'> &
  Partial<Pick<Receipt, 'woke' | 'moved' | 'ended'>> & { readonly workflow_runs: readonly ReachedRun[] }

export const storedReceipt = ({
  workflow_runs,
  woke,
  moved,
  ended,
  skipped,
  warnings,
}: Omit<Receipt, 'created_at'>): StoredReceipt => ({
  workflow_runs: workflow_runs.map(({ id, workflow_id }) => ({ id, workflow_id })),
  skipped,
  warnings,
  ...(woke.length === 0 ? {} : { woke }),
  ...(moved.length === 0 ? {} : { moved }),
  ...(ended.length === 0 ? {} : { ended }),
})

export const withReached = (stored: StoredReceipt) => ({ woke: [], moved: [], ended: [], ...stored })
