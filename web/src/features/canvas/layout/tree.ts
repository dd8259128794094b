import type { Edge } from './edges.ts'

/**
 * The graph as a tree of branches: below each step the first steps of its branches, and the steps where branches of it
 * meet again.
 */
export interface Tree {
  /** The trigger, then the steps that nothing leads to. */
  readonly roots: readonly string[]
  /** The connections that leave a step, in order. */
  readonly outOf: (id: string) => readonly Edge[]
  /** Whether the connection is the only one to its target. */
  readonly isBranch: (edge: Edge) => boolean
  /** The steps where branches of this step meet, in reading order. */
  readonly meetingsBelow: (id: string) => readonly string[]
}

export function treeOf(ids: readonly string[], edges: readonly Edge[]): Tree {
  const outOf = grouped(edges, ({ from }) => from)
  const { order, roots, rootOf, forward } = walk(ids, edges, outOf)
  const into = grouped(
    // A line from a step that nothing leads to must not move the steps that are reached.
    edges.filter(edge => forward(edge) && rootOf.get(edge.from) === rootOf.get(edge.to)),
    ({ to }) => to,
  )
  const above = dominators(order, into)
  const isBranch = (edge: Edge) => into(edge.to).length === 1 && into(edge.to)[0] === edge
  const meetings = grouped(
    order.filter(id => into(id).length > 1),
    id => above.get(id) as string,
  )
  return { roots, outOf, isBranch, meetingsBelow: meetings }
}

/** Depth first, the last branch first: reversed, that is every step after those that lead to it, in reading order. */
function walk(ids: readonly string[], edges: readonly Edge[], outOf: (id: string) => readonly Edge[]) {
  const [finished, roots, rootOf] = [[] as string[], [] as string[], new Map<string, string>()]
  const reached = new Set(edges.map(({ to }) => to))
  const visit = (id: string, root: string) => {
    if (rootOf.has(id)) return
    rootOf.set(id, root)
    for (const { to } of outOf(id).toReversed()) visit(to, root)
    finished.push(id)
  }
  const [trigger = '', ...others] = ids
  // After those that nothing leads to, what is left leads only to itself.
  for (const id of [trigger, ...others.filter(one => !reached.has(one)), ...others]) {
    if (rootOf.has(id)) continue
    roots.push(id)
    visit(id, id)
  }
  const order = finished.toReversed()
  const place = new Map(order.map((id, index) => [id, index]))
  const forward = ({ from, to }: Edge) => (place.get(from) as number) < (place.get(to) as number)
  return { order, roots, rootOf, forward }
}

/** For each step the nearest one that every way to it passes. */
function dominators(order: readonly string[], into: (id: string) => readonly Edge[]): Map<string, string> {
  const above = new Map<string, string>()
  const depths = new Map<string, number>()
  const depthOf = (id: string) => depths.get(id) ?? 0
  const meet = (a: string, b: string): string => {
    if (a === b) return a
    return depthOf(a) > depthOf(b) ? meet(above.get(a) as string, b) : meet(a, above.get(b) as string)
  }
  for (const id of order) {
    const froms = into(id).map(({ from }) => from)
    if (froms.length === 0) continue
    const nearest = froms.reduce(meet)
    above.set(id, nearest)
    depths.set(id, depthOf(nearest) + 1)
  }
  return above
}

function grouped<T>(list: readonly T[], by: (item: T) => string): (key: string) => readonly T[] {
  const groups = Map.groupBy(list, by)
  return key => groups.get(key) ?? []
}
