import type { Piece, PieceUse } from '@millrace/contract/dashboard/pieces'
import { Link } from 'wouter'
import { Note } from '../../components/Note.tsx'
import { t } from '../../language/words.ts'
import { stateInWords } from './piece-words.ts'

/** The workflows and steps that use a piece. */
export function PieceUses({ piece: { used_in } }: { piece: Piece }) {
  if (used_in.length === 0) return <p>{t`Nothing uses it yet.`}</p>
  return (
    <ul>
      {used_in.map(use => (
        <li key={use.workflow_id}>
          <Link to={`/workflows/${use.workflow_id}`}>{use.workflow_name}</Link>
          {`: ${use.steps.join(', ')} (${stateInWords(use)})`}
        </li>
      ))}
    </ul>
  )
}

/** A change that guests without marketing consent get too. */
export function TransactionalNote({ uses }: { uses: readonly PieceUse[] }) {
  const names = uses.filter(({ transactional }) => transactional).map(use => use.workflow_name)
  if (names.length === 0) return null
  return (
    <Note tone="warn">
      {t`Transactional e-mails use it (${names.join(', ')}): they also go to guests without marketing consent. Keep it about what guests asked for.`}
    </Note>
  )
}
