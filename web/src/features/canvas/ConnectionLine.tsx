import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from '@xyflow/react'
import { AddButton } from './AddButton.tsx'
import styles from './ConnectionLine.module.css'

export type ConnectionEdge = Edge<
  {
    label: string
    from: string
    locked: boolean
    /** How wide its label may be beside those of the other branches. */
    room: number
    /** The highlighted run took this connection. */
    passed: boolean
    onAdd(): void
  },
  'connection'
>

export function ConnectionLine(props: EdgeProps<ConnectionEdge>) {
  const { id, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data } = props
  const [path] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
    borderRadius: 10,
  })
  // Near the source, where lines that join further down are still apart.
  const place = `translate(-50%, -50%) translate(${sourceX}px, ${sourceY + 32}px)`
  return (
    <>
      <BaseEdge id={id} path={path} className={data?.passed ? styles.passed : styles.line} />
      <EdgeLabelRenderer>
        <div className={`nopan ${styles.middle}`} style={{ transform: place }}>
          {data?.label && (
            <span className={styles.label} title={data.label} style={{ maxWidth: data.room }}>
              {data.label}
            </span>
          )}
          {data && !data.locked && (
            <AddButton what={`after ${data.from}${data.label && `, ${data.label}`}`} onAdd={data.onAdd} />
          )}
        </div>
      </EdgeLabelRenderer>
    </>
  )
}
