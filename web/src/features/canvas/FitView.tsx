import { useReactFlow, useStore } from '@xyflow/react'
import { useCallback, useEffect } from 'react'
import { TRIGGER } from '../workflow/document.ts'

export const fitViewOptions = { minZoom: 0.5, maxZoom: 1, padding: 0.12 }
const MARGIN = 24

/** Fits the view when the number of steps or the size changes, and scrolls to what Tab reaches. */
export function FitView({ boxes, selected }: { boxes: number; selected: string | undefined }) {
  const { fitView, getViewport, setViewport } = useReactFlow()
  const width = useStore(store => store.width)
  const canvas = useStore(store => store.domNode)

  const bringIntoView = useCallback(
    (element: Element) => {
      if (canvas === null) return
      const [frame, box] = [canvas.getBoundingClientRect(), element.getBoundingClientRect()]
      const { x, y, zoom } = getViewport()
      const right = shift(box.left, box.right, frame.left, frame.right)
      const down = shift(box.top, box.bottom, frame.top, frame.bottom)
      if (right !== 0 || down !== 0) void setViewport({ x: x + right, y: y + down, zoom })
    },
    [canvas, getViewport, setViewport],
  )

  useEffect(() => {
    // Once the browser has given the canvas its new width.
    let frame = requestAnimationFrame(async () => {
      await fitView(fitViewOptions)
      // And once it has been drawn there.
      frame = requestAnimationFrame(() => {
        // A graph too large for the view shows the selected step, or else the trigger.
        const box = boxOf(canvas, selected) ?? boxOf(canvas, TRIGGER)
        if (box) bringIntoView(box)
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [boxes, width, fitView])

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      // Not for the mouse: moving the canvas under it would miss the click.
      if (target instanceof Element && target.matches(':focus-visible')) bringIntoView(target)
    }
    canvas?.addEventListener('focusin', onFocus)
    return () => canvas?.removeEventListener('focusin', onFocus)
  }, [canvas, bringIntoView])
  return null
}

const boxOf = (canvas: Element | null, id: string | undefined) =>
  canvas?.querySelector(`.react-flow__node[data-id="${CSS.escape(id ?? '')}"]`)

/** How far to move something so that it is between two edges. */
function shift(from: number, to: number, begin: number, end: number): number {
  if (from < begin + MARGIN) return begin + MARGIN - from
  return to > end - MARGIN ? end - MARGIN - to : 0
}
