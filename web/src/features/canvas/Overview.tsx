import { MiniMap, type ReactFlowState, useStore } from '@xyflow/react'
import { useMemo } from 'react'
import { t } from '../../language/words.ts'
import type { Layout } from './layout/layout.ts'
import { BOX } from './layout/measures.ts'
import styles from './Overview.module.css'

/** A workflow that is so much larger than the view gets an overview, where the view is wide enough to have both. */
const MUCH = 1.5
const WIDE_ENOUGH = 640

/** The whole workflow in a corner. */
export function Overview({ layout }: { layout: Layout }) {
  const { width, height } = useMemo(() => sizeOf(layout), [layout])
  const isUseful = useStore(
    ({ transform: [, , zoom], width: shownWidth, height: shownHeight }: ReactFlowState) =>
      shownWidth >= WIDE_ENOUGH && (width * zoom > MUCH * shownWidth || height * zoom > MUCH * shownHeight),
  )
  if (!isUseful) return null
  return (
    <MiniMap pannable zoomable ariaLabel={t`Overview of the workflow`} className={styles.overview ?? ''} />
  )
}

function sizeOf({ places }: Layout): { width: number; height: number } {
  const [xs, ys] = [[...places.values()].map(({ x }) => x), [...places.values()].map(({ y }) => y)]
  return {
    width: Math.max(...xs) - Math.min(...xs) + BOX.width,
    height: Math.max(...ys) - Math.min(...ys) + BOX.height,
  }
}
