import { layout as arrange, Graph } from '@dagrejs/dagre'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { connectionsOf } from '../workflow/connections.ts'
import { findNode, type Place, TRIGGER } from '../workflow/document.ts'
import { lineId } from '../workflow/line-id.ts'

export const BOX = { width: 248, height: 74 }
/** The end of a connection without a target: space for its button. */
export const LOOSE = { width: 248, height: 30 }

export interface PlacedEdge extends Place {
  readonly id: string
  readonly to: string
  readonly label: string
  /** It has no target yet. */
  readonly loose: boolean
}

export interface Layout {
  readonly places: ReadonlyMap<string, { x: number; y: number }>
  readonly edges: readonly PlacedEdge[]
}

export function edgesOf(document: WorkflowDefinition): PlacedEdge[] {
  const edge = (from: string, handle: string, label: string, target: string | undefined): PlacedEdge => {
    const loose = target === undefined || findNode(document, target) === undefined
    const id = lineId({ from, handle })
    return { id, from, handle, label, loose, to: loose ? `loose ${id}` : target }
  }
  return [
    edge(TRIGGER, 'next', '', document.start || undefined),
    ...document.nodes.flatMap(node =>
      connectionsOf(node).map(({ handle, label, target }) => edge(node.id, handle, label, target)),
    ),
  ]
}

/** An automatic layout from top to bottom. */
export function layOut(document: WorkflowDefinition): Layout {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 44, ranksep: 76, marginx: 16, marginy: 16 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const id of [TRIGGER, ...document.nodes.map(node => node.id)]) graph.setNode(id, { ...BOX })
  const edges = edgesOf(document)
  for (const { id, from, to, loose } of edges) {
    if (loose) graph.setNode(to, { ...LOOSE })
    graph.setEdge(from, to, {}, id)
  }
  arrange(graph)
  const places = new Map<string, { x: number; y: number }>()
  for (const id of graph.nodes()) {
    const { x, y, width, height } = graph.node(id)
    places.set(id, { x: x - width / 2, y: y - height / 2 })
  }
  return { places, edges }
}
