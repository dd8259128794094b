import { useReactFlow, useStore } from '@xyflow/react'
import { useCallback, useEffect, useRef } from 'react'
import { TRIGGER } from '../workflow/document.ts'
import type { Layout } from './layout/layout.ts'
import { MARGIN, viewOf } from './layout/view.ts'

/**
 * Opens at full size: all of the workflow, or what fits of it from the trigger on. After an edit, what people look at stays
 * where it is; when the window changes its width, its middle stays in the middle. Scrolls to what Tab reaches.
 */
export function FitView({ layout, selected }: { layout: Layout; selected: string | undefined }) {
  const { getViewport, setViewport } = useReactFlow()
  const width = useStore(store => store.width)
  const height = useStore(store => store.height)
  const isMeasured = width > 0 && height > 0
  const canvas = useStore(store => store.domNode)
  const shown = useRef<{ layout: Layout; width: number; window: number }>(undefined)

  const bringIntoView = useCallback(
    (element: Element) => {
      if (canvas === null) return
      const frame = canvas.getBoundingClientRect()
      const box = withBranches(element, frame.width - 2 * MARGIN)
      const { x, y, zoom } = getViewport()
      // To the middle, not to the edge: what leaves it to both sides would be cut off there.
      const isOutside = shift(box.left, box.right, frame.left, frame.right) !== 0
      const right = isOutside ? (frame.left + frame.right - box.left - box.right) / 2 : 0
      const down = shift(box.top, box.bottom, frame.top, frame.bottom)
      if (right !== 0 || down !== 0) void setViewport({ x: x + right, y: y + down, zoom })
    },
    [canvas, getViewport, setViewport],
  )

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
    shown.current = { layout, width, window: window.innerWidth }
    // Once the browser has given the canvas its new width.
    let frame = requestAnimationFrame(async () => {
      if (before === undefined) await setViewport(viewOf(layout, { width, height }, 1))
      else {
        // A panel that opens beside the canvas changes its width too, and must not move the box that was clicked.
        if (before.window !== window.innerWidth) {
          const { x, y, zoom } = getViewport()
          await setViewport({ x: x + (width - before.width) / 2, y, zoom })
        }
        await holdStill(before.layout)
      }
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

/** The names of its branches and what is beside them belong to a step, where there is room for all of them. */
function withBranches(element: Element, room: number): Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'> {
  const box = element.getBoundingClientRect()
  const parts = [...element.querySelectorAll('[data-branch]')].map(part => part.getBoundingClientRect())
  const all = {
    left: Math.min(box.left, ...parts.map(({ left }) => left)),
    right: Math.max(box.right, ...parts.map(({ right }) => right)),
    top: box.top,
    bottom: Math.max(box.bottom, ...parts.map(({ bottom }) => bottom)),
  }
  return all.right - all.left <= room ? all : box
}

/** How far to move something so that it is between two edges. */
function shift(from: number, to: number, begin: number, end: number): number {
  if (from < begin + MARGIN) return begin + MARGIN - from
  return to > end - MARGIN ? end - MARGIN - to : 0
}
