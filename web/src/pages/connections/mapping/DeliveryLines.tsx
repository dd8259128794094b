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
  return (
    <ul className={styles.lines} aria-label={t`Values of the delivery`}>
      {lines.map(line => (
        <li key={`${pathOf(line.way)} ${line.kind}`} style={{ paddingInlineStart: `${line.depth * 14}px` }}>
          {line.name !== undefined && <span className={styles.name}>{line.name}</span>}
          <Pointable line={line} isWanted={line.kind === wanted} onPoint={onPoint} />
        </li>
      ))}
    </ul>
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
