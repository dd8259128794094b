import type { PieceKind, PieceUse } from '@millrace/contract/dashboard/pieces'
import { t } from '../../language/words.ts'

export const kindInWords: Readonly<Record<PieceKind, string>> = {
  blocks: t`Blocks`,
  email: t`Whole e-mail`,
}

/** Whether guests get it there already. */
export const stateInWords = ({ live, draft }: PieceUse): string => {
  if (!live) return t`in the draft`
  return draft ? 'live' : t`live, and no longer in the draft`
}
