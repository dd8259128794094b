import type { UndoCounts } from '@millrace/contract/guest-import'

/** How far an undo is. */
export interface UndoProgress extends UndoCounts {
  /** The last guest that was undone. */
  readonly after: string | null
  /** Every change is undone; transactions that may still store something about deleted guests, and since when they are waited for. */
  readonly settling: { readonly before: readonly string[]; readonly since: number } | null
}

export const notUndone: UndoProgress = { after: null, settling: null, deleted: 0, restored: 0, kept: 0 }
