import { useMemo } from 'react'
import { t } from '../../../language/words.ts'
import { type Line, linesOf } from './lines.ts'
import styles from './mapping.module.css'
import { pathOf, type Way } from './way.ts'

export interface DeliveryLinesProps {
  document: unknown
  /** What the chosen field takes: a value, or a list. */
  wanted: 'value' | 'list'
  onPoint(way: Way): void
}

/** A delivery whose values can be pointed at. */
export function DeliveryLines({ document, wanted, onPoint }: DeliveryLinesProps) {
  const lines = useMemo(() => linesOf(document), [document])
  const label = t`Values of the delivery`
  return (
    // It scrolls, and without a value that is wanted nothing in it takes the focus: the keyboard must reach it.
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <ul className={styles.lines} aria-label={label}>
        {lines.map(line => (
          <li key={`${pathOf(line.way)} ${line.kind}`} style={{ paddingInlineStart: `${line.depth * 14}px` }}>
            {line.name !== undefined && <span className={styles.name}>{line.name}</span>}
            <Pointable line={line} isWanted={line.kind === wanted} onPoint={onPoint} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Pointable({
  line: { way, name, kind, text },
  isWanted,
  onPoint,
}: {
  line: Line
  isWanted: boolean
  onPoint(way: Way): void
}) {
  if (!isWanted) return <span className={styles.still}>{kind === 'object' ? '' : text}</span>
  return (
    <button type="button" className={styles.point} title={pathOf(way)} onClick={() => onPoint(way)}>
      <span className="visually-hidden">{t`Use ${name ?? t`the value`}: `}</span>
      {text}
    </button>
  )
}
