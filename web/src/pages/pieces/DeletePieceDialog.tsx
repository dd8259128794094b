import type { Piece } from '@millrace/contract/dashboard/pieces'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { deletePiece, pieceKey, piecesKey } from '../../features/email/piece-calls.ts'
import { t } from '../../language/words.ts'
import { toast } from '../../toasts/toasts.ts'

export function DeletePieceDialog({ piece, onClose }: { piece: Piece; onClose(): void }) {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return (
    <ConfirmDialog
      title={t`Delete ${piece.name}?`}
      action={t`Delete piece`}
      send={() => deletePiece(piece.key)}
      onDone={({ message }) => {
        navigate('/pieces')
        queries.removeQueries({ queryKey: pieceKey(piece.key) })
        void queries.invalidateQueries({ queryKey: piecesKey })
        toast(message, 'good')
      }}
      onClose={onClose}
    >
      <p>{t`Its versions are deleted too. A piece that a workflow uses can’t be deleted.`}</p>
    </ConfirmDialog>
  )
}
