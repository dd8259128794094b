import { useReactFlow, useStore } from '@xyflow/react'
import { memo, useEffect, useMemo, useRef } from 'react'
import { t } from '../../language/words.ts'
import type { Layout } from './layout/layout.ts'
import { BOX } from './layout/measures.ts'
import { type Bounds, boundsOf } from './layout/view.ts'
import styles from './Overview.module.css'

/** A workflow that is so much larger than the view gets an overview, where the view is wide enough to have both. */
const MUCH = 1.5
const WIDE_ENOUGH = 640
/** At most, a step is so much smaller there, and the whole so large. */
const [SCALE, LEAST_WIDE, WIDEST] = [0.25, 72, 180]
const [LEAST_HIGH, HIGHEST] = [72, 0.55]

/**
 * The whole workflow in a corner. It is as wide as it needs to be and as high as there is room, each by its own scale: two
 * hundred steps below each other would be a thread otherwise.
 */
export function Overview({ layout }: { layout: Layout }) {
  const bounds = useMemo(() => boundsOf(layout), [layout])
  const isUseful = useStore(
    ({ transform: [, , zoom], width, height }) =>
      width >= WIDE_ENOUGH && (bounds.width * zoom > MUCH * width || bounds.height * zoom > MUCH * height),
  )
  const room = useStore(({ height }) => height * HIGHEST)
  if (!isUseful) return null
  const size = {
    width: Math.min(WIDEST, Math.max(LEAST_WIDE, bounds.width * SCALE)),
    height: Math.min(room, Math.max(LEAST_HIGH, bounds.height * SCALE)),
  }
  return <Picture layout={layout} bounds={bounds} size={size} />
}

interface PictureProps {
  layout: Layout
  bounds: Bounds
  size: { readonly width: number; readonly height: number }
}

function Picture({ layout, bounds, size }: PictureProps) {
  const picture = useRef<SVGSVGElement>(null)
  const { setCenter, getZoom } = useReactFlow()
  useEffect(() => {
    const svg = picture.current
    if (svg === null) return
    const goTo = (event: PointerEvent) => {
      if (event.type === 'pointerdown') svg.setPointerCapture(event.pointerId)
      else if (!svg.hasPointerCapture(event.pointerId)) return
      event.stopPropagation()
      const { left, top, width, height } = svg.getBoundingClientRect()
      const x = bounds.x + ((event.clientX - left) / width) * bounds.width
      const y = bounds.y + ((event.clientY - top) / height) * bounds.height
      void setCenter(x, y, { zoom: getZoom() })
    }
    svg.addEventListener('pointerdown', goTo)
    svg.addEventListener('pointermove', goTo)
    return () => {
      svg.removeEventListener('pointerdown', goTo)
      svg.removeEventListener('pointermove', goTo)
    }
  }, [bounds, setCenter, getZoom])
  return (
    <svg
      ref={picture}
      role="img"
      aria-label={t`Overview of the workflow`}
      className={`nopan nowheel ${styles.overview}`}
      style={size}
      viewBox={`${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`}
      preserveAspectRatio="none"
    >
      <Boxes layout={layout} />
      <Shown bounds={bounds} />
    </svg>
  )
}

const Boxes = memo(({ layout }: { layout: Layout }) => {
  const loose = new Set(layout.edges.filter(edge => edge.loose).map(({ to }) => to))
  return [...layout.places].map(
    ([id, { x, y }]) =>
      !loose.has(id) && (
        <rect key={id} className={styles.step} x={x} y={y} width={BOX.width} height={BOX.height} />
      ),
  )
})

/** What is outside of the view is veiled. */
function Shown({ bounds }: { bounds: Bounds }) {
  const [left, top, zoom] = useStore(({ transform }) => transform)
  const width = useStore(store => store.width)
  const height = useStore(store => store.height)
  const from = { x: Math.max(bounds.x, -left / zoom), y: Math.max(bounds.y, -top / zoom) }
  const to = {
    x: Math.min(bounds.x + bounds.width, (width - left) / zoom),
    y: Math.min(bounds.y + bounds.height, (height - top) / zoom),
  }
  const shown = { width: Math.max(0, to.x - from.x), height: Math.max(0, to.y - from.y) }
  return (
    <>
      <path
        className={styles.veil}
        fillRule="evenodd"
        d={`${outline(bounds)} ${outline({ ...from, ...shown })}`}
      />
      <rect className={styles.view} {...from} {...shown} />
    </>
  )
}

const outline = ({ x, y, width, height }: Bounds) =>
  `M${x},${y} ${x + width},${y} ${x + width},${y + height} ${x},${y + height}`
