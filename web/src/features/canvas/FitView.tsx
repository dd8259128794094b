import { useReactFlow, useStore } from '@xyflow/react'
import { useCallback, useEffect } from 'react'
import { TRIGGER } from '../workflow/document.ts'

export const fitViewOptions = { minZoom: 0.5, maxZoom: 1, padding: 0.12 }
const MARGIN = 24

/** Brings everything into view again when there is more or less of it, or less room; and what is gone to by Tab. */
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
      if (right !== 0 || down !== 0) setViewport({ x: x + right, y: y + down, zoom })
    },
    [canvas, getViewport, setViewport],
  )

  useEffect(() => {
    // Once the browser has given the canvas its new width.
    let frame = requestAnimationFrame(async () => {
      await fitView(fitViewOptions)
      // And once it has been drawn there.
      frame = requestAnimationFrame(() => {
        // Where it is too large to be seen as a whole, what is selected counts, or else the beginning.
        const box = boxOf(canvas, selected) ?? boxOf(canvas, TRIGGER)
        if (box) bringIntoView(box)
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [boxes, width, fitView])

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      // A mouse is there already; what moved under it would miss the click.
      if (target instanceof Element && target.matches(':focus-visible')) bringIntoView(target)
    }
    canvas?.addEventListener('focusin', onFocus)
    return () => canvas?.removeEventListener('focusin', onFocus)
  }, [canvas, bringIntoView])
  return null
}

const boxOf = (canvas: Element | null, id: string | undefined) =>
  canvas?.querySelector(`.react-flow__node[data-id="${CSS.escape(id ?? '')}"]`)

/** How far something must be moved to stand between two edges. */
function shift(from: number, to: number, begin: number, end: number): number {
  if (from < begin + MARGIN) return begin + MARGIN - from
  return to > end - MARGIN ? end - MARGIN - to : 0
}
