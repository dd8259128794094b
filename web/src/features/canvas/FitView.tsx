import { useReactFlow, useStore } from '@xyflow/react'
import { useCallback, useEffect, useRef } from 'react'
import { TRIGGER } from '../workflow/document.ts'
import type { Layout } from './layout/layout.ts'
import { BOX } from './layout/measures.ts'

/** The button shows all of it. */
export const fitViewOptions = { maxZoom: 1, padding: 0.12 }
const MARGIN = 24

/**
 * Opens at full size, because smaller text cannot be read: all of the workflow, or what fits of it from the trigger on.
 * After an edit, what people look at stays where it is. Scrolls to what Tab reaches.
 */
export function FitView({ layout, selected }: { layout: Layout; selected: string | undefined }) {
  const { fitView, getNodesBounds, getNodes, getViewport, setViewport } = useReactFlow()
  const width = useStore(store => store.width)
  const height = useStore(store => store.height)
  const isMeasured = width > 0 && height > 0
  const canvas = useStore(store => store.domNode)
  const shown = useRef<Layout>(undefined)

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

  const openAtFullSize = async () => {
    const bounds = getNodesBounds(getNodes())
    if (bounds.width + 2 * MARGIN <= width && bounds.height + 2 * MARGIN <= height) {
      await fitView({ minZoom: 1, maxZoom: 1 })
      return
    }
    const trigger = layout.places.get(TRIGGER) ?? { x: 0, y: 0 }
    await setViewport({ x: width / 2 - BOX.width / 2 - trigger.x, y: MARGIN - trigger.y, zoom: 1 })
  }

  const holdStill = async (before: Layout) => {
    const held = [selected, ...layout.edges.filter(({ to }) => to === selected).map(({ from }) => from)]
    const anchor = held.find(id => id !== undefined && before.places.has(id) && layout.places.has(id))
    const [was, is] = [before.places.get(anchor ?? TRIGGER), layout.places.get(anchor ?? TRIGGER)]
    if (was === undefined || is === undefined) return
    const { x, y, zoom } = getViewport()
    await setViewport({ x: x - (is.x - was.x) * zoom, y: y - (is.y - was.y) * zoom, zoom })
  }

  useEffect(() => {
    if (!isMeasured) return
    const before = shown.current
    shown.current = layout
    // Once the browser has given the canvas its new width.
    let frame = requestAnimationFrame(async () => {
      await (before === undefined ? openAtFullSize() : holdStill(before))
      // And once it has been drawn there.
      frame = requestAnimationFrame(() => {
        const box = boxOf(canvas, selected)
        if (box) bringIntoView(box)
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [layout, width, isMeasured])

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
