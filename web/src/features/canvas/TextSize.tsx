import { useStore } from '@xyflow/react'
import { useLayoutEffect } from 'react'

/** Below this, a box has no room for a name. */
export const LEAST_READABLE = 0.3
/** From which size on there is room for what; the names are in the styles of boxes and branches. */
const roomFor = [
  [0.8, 'all'],
  [0.6, 'gist'],
  [0.45, 'branches'],
  [LEAST_READABLE, 'names'],
] as const
const STEP = 0.05
const LEAST_PX = 12

/**
 * No text on the canvas is below 12 pixels, however small the canvas is made: names are written larger in their boxes, and
 * what is less important gives way. In steps, so that two hundred boxes are not laid out at each turn of the wheel.
 */
export function TextSize() {
  const canvas = useStore(store => store.domNode)
  const steps = useStore(({ transform }) => Math.floor(transform[2] / STEP + 0.001))
  useLayoutEffect(() => {
    if (canvas === null) return
    const zoom = steps * STEP
    canvas.style.setProperty('--least', `${(LEAST_PX / zoom).toFixed(2)}px`)
    canvas.dataset.text = roomFor.find(([least]) => zoom > least - STEP / 2)?.[1] ?? 'none'
  }, [canvas, steps])
  return null
}
