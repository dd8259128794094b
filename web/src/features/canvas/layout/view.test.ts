import { expect, test } from 'vitest'
import { TRIGGER } from '../../workflow/document.ts'
import { layOut } from './layout.ts'
import { BOX, SHARE } from './measures.ts'
import { boundsOf, MARGIN, viewOf } from './view.ts'

const edge = (from: string, to: string, label = '') => ({
  id: `${from} ${to}`,
  from,
  to,
  handle: to,
  label,
  loose: false,
})

const column = (steps: number) => {
  const ids = Array.from({ length: steps }, (_, place) => `step-${place}`)
  return layOut({ ids, edges: ids.map((id, place) => edge(ids[place - 1] ?? TRIGGER, id)) })
}

test('a branch without steps is part of it, with what is beside its line', () => {
  const layout = layOut({
    ids: ['decide', 'tag', 'end'],
    edges: [
      edge(TRIGGER, 'decide'),
      edge('decide', 'tag', 'spend at least 100'),
      edge('decide', 'end', 'Otherwise'),
      edge('tag', 'end'),
    ],
  })
  const line = layout.edges.find(({ label }) => label === 'Otherwise')?.alone.x ?? 0
  const { x, width } = boundsOf(layout)
  expect(x + width).toBeGreaterThanOrEqual(line + SHARE)
})

test('a workflow that fits is in the middle, at full size', () => {
  const layout = column(3)
  const { x, y, zoom } = viewOf(layout, { width: 1000, height: 2000 }, 0.3)
  const bounds = boundsOf(layout)
  expect(zoom).toBe(1)
  expect(x + bounds.x + bounds.width / 2).toBe(500)
  expect(y + bounds.y + bounds.height / 2).toBe(1000)
})

test('one that does not fit is made smaller until it does, but not below the least', () => {
  const size = { width: 1000, height: 700 }
  const some = viewOf(column(8), size, 0.3)
  expect(some.zoom).toBeLessThan(1)
  expect(some.y + boundsOf(column(8)).height * some.zoom).toBeCloseTo(size.height - MARGIN)
  const many = viewOf(column(200), size, 0.3)
  expect(many, 'from the trigger on').toEqual({ x: 500, y: MARGIN, zoom: 0.3 })
  expect(viewOf(column(200), size, 1)).toEqual({ x: 500, y: MARGIN, zoom: 1 })
  expect(column(200).places.get(TRIGGER)?.x).toBe(-BOX.width / 2)
})
