import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { AddButton } from './AddButton.tsx'
import styles from './ConnectionLine.module.css'
import type { Point } from './layout/layout.ts'
import { BOX, TO_BUTTON, TO_NAME } from './layout/measures.ts'
import { pathOf } from './layout/path.ts'

export type ConnectionEdge = Edge<
  {
    label: string
    from: string
    locked: boolean
    points: readonly Point[]
    /** Where it is alone: the place for its name and its button. */
    alone: Point
    /** The highlighted run took this connection. */
    passed: boolean
    onAdd(): void
  },
  'connection'
>

export function ConnectionLine({ id, data }: EdgeProps<ConnectionEdge>) {
  if (data === undefined) return null
  const { label, points, alone, from, locked, passed, onAdd } = data
  const at = (below: number) => ({
    transform: `translate(-50%, -50%) translate(${alone.x}px, ${alone.y + below}px)`,
  })
  return (
    <>
      <BaseEdge id={id} path={pathOf(points)} className={passed ? styles.passed : styles.line} />
      <EdgeLabelRenderer>
        {label && (
          <span className={styles.label} title={label} style={{ ...at(TO_NAME), maxWidth: BOX.width }}>
            {label}
          </span>
        )}
        {!locked && (
          <div className={`nopan ${styles.button}`} style={at(label ? TO_BUTTON : TO_NAME / 2)}>
            <AddButton what={`after ${from}${label && `, ${label}`}`} onAdd={onAdd} />
          </div>
        )}
      </EdgeLabelRenderer>
    </>
  )
}
