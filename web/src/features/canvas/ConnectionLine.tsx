import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react'
import styles from './ConnectionLine.module.css'
import type { Point } from './layout/layout.ts'
import { pathOf } from './layout/path.ts'

export type ConnectionEdge = Edge<
  {
    points: readonly Point[]
    /** The highlighted run took this connection. */
    passed: boolean
  },
  'connection'
>

export const ConnectionLine = ({ id, data }: EdgeProps<ConnectionEdge>) =>
  data && (
    <BaseEdge id={id} path={pathOf(data.points)} className={data.passed ? styles.passed : styles.line} />
  )
