import type { Piece, PieceAnswer, PieceContent } from '@millrace/contract/dashboard/pieces'
import type { Failure } from '../../api/answer.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { changePiece, givenContent } from '../../features/email/piece-calls.ts'
import { t } from '../../language/words.ts'
import { PieceUses, TransactionalNote } from './PieceUses.tsx'

export interface SavePieceChangeProps {
  piece: Piece
  content: PieceContent
  onSaved(answer: PieceAnswer): void
  /** Something in it is wrong, and is shown where it is. */
  onRefused(failure: Failure): void
  onClose(): void
}

/** Says first what the change reaches. */
export function SavePieceChange({ piece, content, onSaved, onRefused, onClose }: SavePieceChangeProps) {
  const live = piece.used_in.filter(use => use.live)
  return (
    <ConfirmDialog
      title={t`Save version ${piece.version + 1} of ${piece.name}?`}
      action={t`Save`}
      danger={false}
      send={async () => {
        const answer = await changePiece(piece.key, {
          content: givenContent(content),
          version: piece.version,
          // The note below says which, and what that means.
          confirm_transactional: live.some(({ transactional }) => transactional),
        })
        if (!answer.ok && answer.failure.code === 'validation_failed') onRefused(answer.failure)
        return answer
      }}
      onDone={onSaved}
      onClose={onClose}
    >
      {live.length === 0 ? (
        <p>{t`No guest gets it yet. The version before stays in its history.`}</p>
      ) : (
        <>
          <p>{t`Guests get the new version from their next e-mail on, without publishing, in:`}</p>
          <PieceUses piece={{ ...piece, used_in: live }} />
          <TransactionalNote uses={live} />
          <p>{t`E-mails that were sent stay as they are.`}</p>
        </>
      )}
    </ConfirmDialog>
  )
}
