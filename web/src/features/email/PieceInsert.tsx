import { useId } from 'react'
import { t } from '../../language/words.ts'
import styles from './EmailEditor.module.css'
import { usePieces } from './piece-calls.ts'

/** Puts saved blocks behind the others; not there while none are saved. */
export function PieceInsert({ onInsert }: { onInsert(key: string): void }) {
  const { data: pieces = [] } = usePieces()
  const id = useId()
  const saved = pieces.filter(({ kind }) => kind === 'blocks')
  if (saved.length === 0) return null
  return (
    <div className={styles.textHead}>
      <label htmlFor={id}>{t`Insert saved piece`}</label>
      <select
        id={id}
        className={styles.pieces}
        value=""
        onChange={({ target }) => target.value !== '' && onInsert(target.value)}
      >
        <option value="">{t`Choose…`}</option>
        {saved.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
