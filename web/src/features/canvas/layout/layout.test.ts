import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TRIGGER } from '../../workflow/document.ts'
import type { Edge } from './edges.ts'
import { type Layout, layOut } from './layout.ts'
import { BOX, LOOSE } from './measures.ts'

const edge = (from: string, handle: string, to: string, label = ''): Edge => ({
  id: `${from} ${handle}`,
  from,
  handle,
  to,
  label,
  loose: to.startsWith('loose'),
})

/** Each row: a step, and where its branches lead. */
function laidOut(...rows: [from: string, ...to: string[]][]): Layout {
  const edges = rows.flatMap(([from, ...to]) =>
    to.map((one, place) => edge(from, `${place}`, one, `${place}`)),
  )
  const ids = [...new Set(edges.flatMap(({ from, to, loose }) => (loose ? [from] : [from, to])))]
  return layOut({ ids: ids.filter(id => id !== TRIGGER), edges })
}

const middleOf = ({ places }: Layout, id: string) =>
  (places.get(id)?.x ?? Number.NaN) + (id.startsWith('loose') ? LOOSE : BOX).width / 2

test('branches stand in their order from left to right, and meet again in the middle', () => {
  const layout = laidOut(
    [TRIGGER, 'decide'],
    ['decide', 'a', 'b', 'c', 'end'],
    ['a', 'end'],
    ['b', 'end'],
    ['c', 'end'],
  )
  expect(middleOf(layout, 'a')).toBeLessThan(middleOf(layout, 'b'))
  expect(middleOf(layout, 'b')).toBeLessThan(middleOf(layout, 'c'))
  const direct = layout.edges.find(({ id }) => id === 'decide 3')
  expect(direct?.alone.x, 'the branch without a step has a column too').toBeGreaterThan(
    middleOf(layout, 'c') + BOX.width / 2,
  )
  expect(middleOf(layout, 'end')).toBe(middleOf(layout, 'decide'))
})

test('branches that meet before the others do, meet between them', () => {
  const layout = laidOut(
    [TRIGGER, 'decide'],
    ['decide', 'a', 'b', 'c'],
    ['a', 'thanks'],
    ['b', 'thanks'],
    ['thanks', 'end'],
    ['c', 'end'],
  )
  expect(middleOf(layout, 'thanks')).toBe((middleOf(layout, 'a') + middleOf(layout, 'b')) / 2)
  expect(middleOf(layout, 'end')).toBe(middleOf(layout, 'decide'))
})

test('a step that nothing leads to stands beside the others, and moves none of them', () => {
  const layout = laidOut([TRIGGER, 'tag'], ['tag', 'end'], ['lost', 'end'])
  expect(middleOf(layout, 'end')).toBe(middleOf(layout, TRIGGER))
  expect(middleOf(layout, 'lost')).toBeGreaterThan(middleOf(layout, 'tag') + BOX.width)
})

test('the trigger stays where it is, whatever is added', () => {
  const small = laidOut([TRIGGER, 'end'])
  const large = laidOut([TRIGGER, 'decide'], ['decide', 'a', 'end'], ['a', 'end'])
  expect(large.places.get(TRIGGER)).toEqual(small.places.get(TRIGGER))
})

/** Steps in a row, each with up to four lines to later steps, or to nowhere. */
const anyGraph = fc
  .integer({ min: 1, max: 14 })
  .chain(count =>
    fc.tuple(
      ...Array.from({ length: count }, (_, place) =>
        fc.array(fc.integer({ min: place + 1, max: count + 1 }), { maxLength: 4 }),
      ),
    ),
  )
  .map(targets => {
    const name = (place: number, from: number, branch: number) =>
      place > targets.length ? `loose ${from} ${branch}` : place === targets.length ? 'end' : `${place}`
    const edges = targets.flatMap((ones, from) =>
      ones.map((to, branch) => edge(`${from}`, `${branch}`, name(to, from, branch), 'a branch')),
    )
    return {
      ids: [...targets.map((_, place) => `${place}`), 'end'],
      edges: [edge(TRIGGER, 'next', '0'), ...edges],
    }
  })

const rectangles = ({ places }: Layout) =>
  [...places].map(([id, { x, y }]) => ({ id, x, y, ...(id.startsWith('loose') ? LOOSE : BOX) }))

test('no box covers another one, in any graph', () => {
  fc.assert(
    fc.property(anyGraph, graph => {
      const boxes = rectangles(layOut(graph))
      for (const a of boxes)
        for (const b of boxes)
          if (a.id < b.id)
            expect(
              a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
              `${a.id} and ${b.id} of ${JSON.stringify(graph.edges.map(({ id, to }) => `${id} > ${to}`))}`,
            ).toBe(true)
    }),
    { numRuns: 400 },
  )
})

test('every line ends at the top of its target, and has a place where it is alone', () => {
  fc.assert(
    fc.property(anyGraph, graph => {
      const layout = layOut(graph)
      const alone = layout.edges.map(({ alone: { x, y } }) => `${x} ${y}`)
      expect(new Set(alone).size).toBe(alone.length)
      for (const { to, points } of layout.edges)
        expect(points.at(-1)).toEqual({ x: middleOf(layout, to), y: layout.places.get(to)?.y })
    }),
  )
})

test('a circle in a document from elsewhere is drawn, too', () => {
  const layout = laidOut([TRIGGER, 'a'], ['a', 'b'], ['b', 'a', 'end'], ['c', 'd'], ['d', 'c'])
  expect([...layout.places.keys()].sort()).toEqual([TRIGGER, 'a', 'b', 'c', 'd', 'end'].sort())
})
