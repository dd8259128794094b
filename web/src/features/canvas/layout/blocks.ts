import type { Edge } from './edges.ts'
import { BOX, BRANCH_GAP, laneWidth } from './measures.ts'
import type { Tree } from './tree.ts'

/** A step with everything below it, placed relative to that step. */
export interface Block {
  /** How far it reaches to both sides of the middle of its step. */
  readonly left: number
  readonly right: number
  /** The number of rows. */
  readonly rows: number
  /** The middle of each step, and its row. */
  readonly steps: ReadonlyMap<string, Spot>
  /** The middle of the column that each connection goes down in. */
  readonly lanes: ReadonlyMap<string, number>
}

export interface Spot {
  readonly x: number
  readonly row: number
}

/** A column below a step: one of its branches, or a line that goes to where branches meet. */
interface Lane {
  readonly edge: Edge
  readonly block: Block | undefined
  left: number
  right: number
}

/** Steps where branches meet, below the columns from `first` to `last`. */
interface Meeting {
  readonly id: string
  readonly block: Block
  readonly first: number
  readonly last: number
  readonly row: number
}

/**
 * Branches side by side in their order, and the step where they meet again below them, in the middle. A column belongs
 * to one branch all the way down, so that lines do not cross boxes.
 */
export function blockOf(id: string, tree: Tree): Block {
  const lanes = tree.outOf(id).map((edge): Lane => {
    if (!tree.isBranch(edge)) {
      const half = laneWidth(edge.label) / 2
      return { edge, block: undefined, left: half, right: half }
    }
    const block = blockOf(edge.to, tree)
    return { edge, block, left: block.left, right: block.right }
  })
  const meetings = placeMeetings(id, lanes, tree)
  return assemble(id, lanes, meetings)
}

function placeMeetings(id: string, lanes: readonly Lane[], tree: Tree): Meeting[] {
  const placed: Meeting[] = []
  for (const meeting of tree.meetingsBelow(id)) {
    const below = blockOf(meeting, tree)
    const met = lanesInto(meeting, lanes, placed, tree)
    const [first = 0, end = 0] = [met[0], met.at(-1)]
    // Below all of them, if nothing else comes down between them; or else below the first.
    const last = hasRoom(met, lanes, placed, tree, meeting) ? end : first
    const rows = [
      ...lanes.slice(first, end + 1).map(({ block }) => 1 + (block?.rows ?? 0)),
      ...placed.filter(other => other.first <= end && other.last >= first).map(bottomOf),
    ]
    placed.push({ id: meeting, block: below, first, last, row: Math.max(...rows) })
    widen(lanes, first, last, below)
  }
  return placed
}

const bottomOf = ({ row, block }: Meeting) => row + block.rows

/** The columns that lead to this step, also by other steps where branches meet. */
function lanesInto(id: string, lanes: readonly Lane[], placed: readonly Meeting[], tree: Tree): number[] {
  const direct = lanes.flatMap(({ edge, block }, place) =>
    (block ? leads(block, id, tree) : edge.to === id) ? [place] : [],
  )
  const over = placed.flatMap(({ block, first, last }) => (leads(block, id, tree) ? [first, last] : []))
  return [...new Set([...direct, ...over])].sort((a, b) => a - b)
}

const leads = (block: Block, id: string, tree: Tree): boolean => targetsOf(block, tree).includes(id)

const targetsOf = (block: Block, tree: Tree): string[] =>
  [...block.steps.keys()].flatMap(step => tree.outOf(step).map(({ to }) => to))

/** Whether every column between the first and the last ends here, or at a step that leads here. */
function hasRoom(
  met: readonly number[],
  lanes: readonly Lane[],
  placed: readonly Meeting[],
  tree: Tree,
  id: string,
): boolean {
  const [first = 0, last = 0] = [met[0], met.at(-1)]
  const inner = placed.filter(other => other.first >= first && other.last <= last)
  const inside = new Set([
    id,
    ...lanes.slice(first, last + 1).flatMap(({ block }) => [...(block?.steps.keys() ?? [])]),
    ...inner.flatMap(({ block }) => [...block.steps.keys()]),
  ])
  const ends = [
    ...lanes.slice(first, last + 1).map(({ edge, block }) => (block ? targetsOf(block, tree) : [edge.to])),
    ...inner.map(({ block }) => targetsOf(block, tree)),
  ]
  return ends.flat().every(to => inside.has(to))
}

/** Makes the columns as wide together as what comes below them. */
function widen(lanes: readonly Lane[], first: number, last: number, below: Block): void {
  const [begin, end] = [lanes[first], lanes[last]]
  if (begin === undefined || end === undefined) return
  const between = middles(lanes.slice(first, last + 1))
  const half = ((between.at(-1) ?? 0) - (between[0] ?? 0)) / 2
  begin.left = Math.max(begin.left, below.left - half)
  end.right = Math.max(end.right, below.right - half)
}

/** The middle of each column, with the middle of the first at 0. */
function middles(lanes: readonly Lane[]): number[] {
  let at = 0
  return lanes.map((lane, place) => {
    const before = lanes[place - 1]
    if (before !== undefined) at += before.right + BRANCH_GAP + lane.left
    return at
  })
}

function assemble(id: string, lanes: readonly Lane[], meetings: readonly Meeting[]): Block {
  const from0 = middles(lanes)
  const half = (from0.at(-1) ?? 0) / 2
  const xs = from0.map(x => x - half)
  const middleOf = ({ first, last }: Meeting) => ((xs[first] ?? 0) + (xs[last] ?? 0)) / 2
  const parts = [
    ...lanes.flatMap(({ block }, place) => (block ? [{ block, x: xs[place] ?? 0, row: 1 }] : [])),
    ...meetings.map(meeting => ({ block: meeting.block, x: middleOf(meeting), row: meeting.row })),
  ]
  const steps = new Map<string, Spot>([[id, { x: 0, row: 0 }]])
  const columns = new Map(lanes.map(({ edge }, place) => [edge.id, xs[place] ?? 0]))
  for (const { block, x, row } of parts) {
    for (const [step, spot] of block.steps) steps.set(step, { x: x + spot.x, row: row + spot.row })
    for (const [edge, lane] of block.lanes) columns.set(edge, x + lane)
  }
  const edges = lanes.map((lane, place) => ({ x: xs[place] ?? 0, ...lane }))
  return {
    left: Math.max(
      BOX.width / 2,
      ...edges.map(({ x, left }) => left - x),
      ...parts.map(({ block, x }) => block.left - x),
    ),
    right: Math.max(
      BOX.width / 2,
      ...edges.map(({ x, right }) => right + x),
      ...parts.map(({ block, x }) => block.right + x),
    ),
    rows: Math.max(1, ...parts.map(({ block, row }) => row + block.rows)),
    steps,
    lanes: columns,
  }
}
