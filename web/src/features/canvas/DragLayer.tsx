import { useReactFlow, useStore } from '@xyflow/react'
import { type PointerEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Place } from '../workflow/document.ts'
import type { CanvasActions, Grabbed } from './canvas-actions.ts'
import styles from './DragLayer.module.css'

export interface DragLayerProps {
  locked: boolean
  /** What it is called while it is dragged. */
  nameOf(grabbed: Grabbed): string
  /** The steps that move with it. */
  idsOf(grabbed: Grabbed): ReadonlySet<string>
  canDrop(grabbed: Grabbed, place: Place): boolean
  onDrop(grabbed: Grabbed, place: Place): void
  ref: Ref<Pick<CanvasActions, 'grab'>>
}

/** A hand that shakes does not drag. */
const MOVED_PX = 6
/** How near a place has to be for a drop. */
const REACH_PX = 90
const EDGE_PX = 44
const PAN_PX = 12

interface Target {
  readonly element: HTMLElement
  readonly place: Place
}

/**
 * Dragging by mouse or pen: of steps to another place, and of new ones from the palette. A finger moves the canvas instead, and the
 * keyboard moves steps by its own keys. Meanwhile, what changes at each move is changed on the elements themselves: two hundred
 * boxes are not drawn again for it.
 */
export function DragLayer({ locked, ref, ...props }: DragLayerProps) {
  const { getViewport, setViewport } = useReactFlow()
  const canvas = useStore(store => store.domNode)
  const ghost = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  // A mouse that goes down on a step would otherwise move the canvas.
  useEffect(() => {
    const onMouseDown = (event: MouseEvent) => {
      if (!locked && event.button === 0 && isIn(event.target, '[data-box]')) event.stopPropagation()
    }
    canvas?.addEventListener('mousedown', onMouseDown, true)
    return () => canvas?.removeEventListener('mousedown', onMouseDown, true)
  }, [canvas, locked])

  useImperativeHandle(ref, () => ({
    grab(begun: PointerEvent, grabbed: Grabbed) {
      const isDrag = begun.button === 0 && begun.pointerType !== 'touch' && !begun.shiftKey
      if (locked || canvas === null || !isDrag) return
      stop.current?.()
      stop.current = follow(begun, grabbed)
    },
  }))

  function follow(begun: PointerEvent, grabbed: Grabbed): () => void {
    const frame = canvas as HTMLElement
    const start = { x: begun.clientX, y: begun.clientY }
    let pointer = start
    let under: Target | undefined
    let isDragging = false
    let panning = 0

    const begin = () => {
      isDragging = true
      frame.dataset.dragging = ''
      for (const id of latest.current.idsOf(grabbed)) boxOf(frame, id)?.setAttribute('data-dragged', '')
      if (ghost.current) ghost.current.textContent = latest.current.nameOf(grabbed)
      panning = requestAnimationFrame(panAtEdge)
    }
    const mark = (target: Target | undefined) => {
      if (target?.element === under?.element) return
      under?.element.removeAttribute('data-near')
      target?.element.setAttribute('data-near', '')
      under = target
    }
    const look = () => {
      if (ghost.current) {
        Object.assign(ghost.current.style, { left: `${pointer.x + 14}px`, top: `${pointer.y + 10}px` })
        ghost.current.hidden = false
      }
      const isInside = within(frame.getBoundingClientRect(), pointer)
      mark(isInside ? nearest(frame, pointer, place => latest.current.canDrop(grabbed, place)) : undefined)
    }
    const panAtEdge = () => {
      const { left, right, top, bottom } = frame.getBoundingClientRect()
      const across = towards(pointer.x, left, right)
      const down = towards(pointer.y, top, bottom)
      if ((across !== 0 || down !== 0) && within(frame.getBoundingClientRect(), pointer)) {
        const { x, y, zoom } = getViewport()
        void setViewport({ x: x - across, y: y - down, zoom })
        look()
      }
      panning = requestAnimationFrame(panAtEdge)
    }
    const onMove = (event: globalThis.PointerEvent) => {
      pointer = { x: event.clientX, y: event.clientY }
      if (!isDragging && Math.hypot(pointer.x - start.x, pointer.y - start.y) < MOVED_PX) return
      event.preventDefault()
      if (!isDragging) begin()
      look()
    }
    const onUp = () => {
      const target = under
      const wasDragging = isDragging
      end()
      if (!wasDragging) return
      swallowClick()
      if (target !== undefined) latest.current.onDrop(grabbed, target.place)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isDragging) return
      event.stopPropagation()
      end()
    }
    const end = () => {
      cancelAnimationFrame(panning)
      mark(undefined)
      delete frame.dataset.dragging
      for (const box of frame.querySelectorAll('[data-dragged]')) box.removeAttribute('data-dragged')
      if (ghost.current) ghost.current.hidden = true
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', onKey, true)
      stop.current = undefined
    }
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', onKey, true)
    return end
  }

  return createPortal(<div ref={ghost} hidden className={styles.ghost} aria-hidden="true" />, document.body)
}

/** The end of a drag is no click on what lies under it. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.stopPropagation()
    event.preventDefault()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

const boxOf = (frame: Element, id: string) =>
  frame.querySelector(`.react-flow__node[data-id="${CSS.escape(id)}"]`)

interface Point {
  readonly x: number
  readonly y: number
}

const within = ({ left, right, top, bottom }: DOMRect, { x, y }: Point): boolean =>
  x >= left && x <= right && y >= top && y <= bottom

/** How far the canvas moves while the pointer is near one of two edges. */
function towards(at: number, begin: number, end: number): number {
  if (at < begin + EDGE_PX) return -PAN_PX
  return at > end - EDGE_PX ? PAN_PX : 0
}

/** The place of the nearest button for a step. */
function nearest(frame: Element, pointer: Point, isPossible: (place: Place) => boolean): Target | undefined {
  let found: Target | undefined
  let distance = REACH_PX
  for (const element of frame.querySelectorAll<HTMLElement>('[data-from]')) {
    const { left, top, width, height } = element.getBoundingClientRect()
    const away = Math.hypot(left + width / 2 - pointer.x, top + height / 2 - pointer.y)
    const { from = '', handle = '' } = element.dataset
    if (away >= distance || !isPossible({ from, handle })) continue
    distance = away
    found = { element, place: { from, handle } }
  }
  return found
}
