import type { Piece } from '@millrace/contract/dashboard/pieces'
import { Link } from 'wouter'
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
