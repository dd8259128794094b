import { TRIGGER } from '../../workflow/document.ts'
import { type Block, blockOf, type Spot } from './blocks.ts'
import type { Edge } from './edges.ts'
import { BOX, BRANCH_GAP, LOOSE, NAMED_ROW_GAP, ROW_GAP, TURN } from './measures.ts'
import { type Tree, treeOf } from './tree.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface PlacedEdge extends Edge {
  /** Its corners. */
  readonly points: readonly Point[]
  /** Where it is alone: the begin of its column, for its name and its button. */
  readonly alone: Point
}

export interface Layout {
  /** The top left corner of each box and each loose end. */
  readonly places: ReadonlyMap<string, Point>
  readonly edges: readonly PlacedEdge[]
}

/** From top to bottom, with the trigger always at the same point: an edit moves only what is beside it. */
export function layOut({ ids, edges }: { ids: readonly string[]; edges: readonly Edge[] }): Layout {
  const tree = treeOf([TRIGGER, ...ids], edges)
  const blocks = besideEachOther(tree)
  const spots = new Map(
    blocks.flatMap(({ x, block }) => [...block.steps].map(([id, spot]) => [id, moved(spot, x)] as const)),
  )
  const lanes = new Map(
    blocks.flatMap(({ x, block }) => [...block.lanes].map(([id, lane]) => [id, lane + x] as const)),
  )
  const tops = topsOf(spots, tree)
  const top = (id: string): Point => {
    const { x, row } = spots.get(id) as Spot
    return { x, y: tops[row] as number }
  }
  const loose = new Set(edges.filter(edge => edge.loose).map(({ to }) => to))
  const places = new Map(
    [...spots.keys()].map(id => {
      const { x, y } = top(id)
      return [id, { x: x - (loose.has(id) ? LOOSE : BOX).width / 2, y }]
    }),
  )
  return {
    places,
    edges: edges.map(edge => {
      const [from, to, lane] = [top(edge.from), top(edge.to), lanes.get(edge.id) as number]
      return { ...edge, ...routeOf(from, to, lane) }
    }),
  }
}

/** Steps that nothing leads to stand to the right of the others. */
function besideEachOther(tree: Tree): { x: number; block: Block }[] {
  let end = 0
  return tree.roots.map((root, place) => {
    const block = blockOf(root, tree)
    const x = place === 0 ? 0 : end + BRANCH_GAP * 2 + block.left
    end = x + block.right
    return { x, block }
  })
}

const moved = ({ x, row }: Spot, by: number): Spot => ({ x: x + by, row })

/** The top of each row. Rows whose lines have names are further from the next. */
function topsOf(spots: ReadonlyMap<string, Spot>, tree: Tree): number[] {
  const named = new Set<number>()
  let last = 0
  for (const [id, { row }] of spots) {
    last = Math.max(last, row)
    if (tree.outOf(id).length > 1 || tree.outOf(id).some(({ label }) => label !== '')) named.add(row)
  }
  const tops = [0]
  for (let row = 0; row < last; row++)
    tops.push((tops[row] as number) + BOX.height + (named.has(row) ? NAMED_ROW_GAP : ROW_GAP))
  return tops
}

/** Down from the box, along to the column, down in it, along to the next box and down to that. */
function routeOf(from: Point, to: Point, lane: number): { points: Point[]; alone: Point } {
  const [turn, meeting] = [from.y + BOX.height + TURN, to.y - TURN]
  const corners = [
    { x: from.x, y: from.y + BOX.height },
    { x: from.x, y: turn },
    { x: lane, y: turn },
    { x: lane, y: meeting },
    { x: to.x, y: meeting },
    { x: to.x, y: to.y },
  ]
  const points = corners.filter(
    ({ x, y }, place) => x !== corners[place - 1]?.x || y !== corners[place - 1]?.y,
  )
  return { points, alone: { x: lane, y: turn } }
}
