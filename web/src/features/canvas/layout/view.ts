import { TRIGGER } from '../../workflow/document.ts'
import type { Layout } from './layout.ts'
import { BOX, LOOSE, laneWidth, SHARE } from './measures.ts'

export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What the whole workflow takes up: the boxes, and beside them the names of branches and how many runs took them. */
export function boundsOf({ places, edges }: Layout): Bounds {
  const loose = new Set(edges.filter(edge => edge.loose).map(({ to }) => to))
  const boxes = [...places].map(([id, at]) => ({ ...at, ...(loose.has(id) ? LOOSE : BOX) }))
  const branches = edges
    .filter(({ label }) => label !== '')
    .map(({ alone: { x, y }, label }) => {
      const half = laneWidth(label) / 2
      return { x: x - half, y, width: half + Math.max(half, SHARE), height: 0 }
    })
  const all = [...boxes, ...branches]
  const [left, top] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))]
  return {
    x: left,
    y: top,
    width: Math.max(...all.map(({ x, width }) => x + width)) - left,
    height: Math.max(...all.map(({ y, height }) => y + height)) - top,
  }
}

export interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export const MARGIN = 24

/**
 * All of the workflow in the middle, at most at full size and never smaller than `least`. What does not fit at that size is
 * shown from the trigger on.
 */
export function viewOf(layout: Layout, size: { width: number; height: number }, least: number): View {
  const bounds = boundsOf(layout)
  const [across, down] = [size.width - 2 * MARGIN, size.height - 2 * MARGIN]
  const zoom = Math.max(least, Math.min(1, across / bounds.width, down / bounds.height))
  const trigger = layout.places.get(TRIGGER) ?? { x: 0, y: 0 }
  const middle = bounds.width * zoom <= across ? bounds.x + bounds.width / 2 : trigger.x + BOX.width / 2
  const fitsDown = bounds.height * zoom <= down
  return {
    x: size.width / 2 - middle * zoom,
    y: fitsDown ? size.height / 2 - (bounds.y + bounds.height / 2) * zoom : MARGIN - trigger.y * zoom,
    zoom,
  }
}
