import type { WrittenBlock } from '@millrace/contract/email-blocks'
import { Link } from 'wouter'
import { Button } from '../../components/Button.tsx'
import { t } from '../../language/words.ts'
import { gistOfBlock } from './block-types.ts'
import styles from './EmailEditor.module.css'
import { useNamedPiece } from './piece-calls.ts'

export interface PieceBlockProps {
  /** Its key. */
  piece: string
  faults: readonly string[]
  /** Puts the blocks of the piece here, which then are of this e-mail only. */
  onDetach(blocks: readonly WrittenBlock[]): void
}

/** A saved piece among the blocks of an e-mail. It is changed on its own page. */
export function PieceBlock({ piece: key, faults, onDetach }: PieceBlockProps) {
  const { data: piece } = useNamedPiece(key)
  return (
    <>
      <p className={styles.quiet}>
        <Link to={`/pieces/${key}`} target="_blank">
          {piece?.name ?? key}
        </Link>
        {piece && `: ${piece.content.blocks.map(gistOfBlock).filter(Boolean).join(' · ')}`}
      </p>
      {faults.length > 0 && <p className={styles.fault}>{faults.join(' ')}</p>}
      {piece?.kind === 'blocks' && (
        <div>
          <Button quiet onClick={() => onDetach(piece.content.blocks)}>
            {t`Use a copy of its blocks`}
          </Button>
        </div>
      )}
    </>
  )
}
