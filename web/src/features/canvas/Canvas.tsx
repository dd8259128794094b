import { number } from '../../language/format.ts'
import '@xyflow/react/dist/base.css'
import type { NodeCounts } from '@millrace/contract/dashboard/workflows'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { WorkflowFault } from '@millrace/contract/workflow-management'
import { Background, type Connection, Controls, ReactFlow } from '@xyflow/react'
import { type KeyboardEvent, type MouseEvent, useMemo } from 'react'
import { isShortcut } from '../../components/shortcuts/keys.ts'
import { type Place, placeOf, possibleTargets, TRIGGER } from '../workflow/document.ts'
import { gistOf, triggerGist } from '../workflow/gist.ts'
import { nameOf } from '../workflow/node-types.ts'
import { triggerName } from '../workflow/trigger-in-words.ts'
import { useAllWorkflows } from '../workflow/use-all-workflows.ts'
import type { BranchHandle } from './Branch.tsx'
import styles from './Canvas.module.css'
import { type ConnectionEdge, ConnectionLine } from './ConnectionLine.tsx'
import { type CanvasActions, CanvasActionsContext, useSteady } from './canvas-actions.ts'
import { FitView, fitViewOptions } from './FitView.tsx'
import { LooseEnd, type LooseNode } from './LooseEnd.tsx'
import { edgesOf } from './layout/edges.ts'
import { type Layout, layOut } from './layout/layout.ts'
import { BOX, LOOSE } from './layout/measures.ts'
import { type BoxNode, NodeBox, type Passed } from './NodeBox.tsx'
import { Overview } from './Overview.tsx'
import { useUnchanged } from './use-unchanged.ts'

/** The path of one run. */
export interface RunPath {
  readonly nodes: ReadonlyMap<string, Passed>
  /** By the ids of the lines. */
  readonly lines: ReadonlySet<string>
}

export interface CanvasProps {
  document: WorkflowDefinition
  selected: string | undefined
  faults: readonly WorkflowFault[]
  counts?: NodeCounts | undefined
  /** Highlighted on the canvas. */
  path?: RunPath
  /** The name of the segment that starts it. */
  segment?: string | undefined
  /** Read only. */
  locked: boolean
  onSelect(id: string): void
  onAdd?(place: Place): void
  onConnect?(place: Place, to: string): void
  onRemove?(id: string): void
}

const nodeTypes = { box: NodeBox, loose: LooseEnd }
const edgeTypes = { connection: ConnectionLine }

/** The workflow as a graph, laid out automatically. Steps and the buttons between them can be reached by Tab. */
export function Canvas(props: CanvasProps) {
  const { document, selected, locked, onSelect, onConnect, onRemove } = props
  const layout = useLayout(document)
  const starts = document.nodes.some(({ type }) => type === 'start_workflow')
  const workflows = useAllWorkflows({ enabled: starts })
  const names = useMemo(() => new Map(workflows.map(({ id, name }) => [id, name])), [workflows])
  const drawing = drawingOf(props, layout, names)
  const [nodes, edges] = [useUnchanged<BoxNode | LooseNode>(drawing.nodes), useUnchanged(drawing.edges)]
  const actions = useSteady<CanvasActions>({ select: onSelect, add: place => props.onAdd?.(place) })
  // Another function for all boxes would draw all of them again, at every key that is typed in one.
  const { isPossible, connect, open, onKeyDown } = useSteady({
    isPossible: ({ source, target }: Pick<Connection, 'source' | 'target'>) =>
      possibleTargets(document, source).some(({ id }) => id === target),
    connect: ({ source, sourceHandle, target }: Connection) =>
      onConnect?.({ from: source, handle: sourceHandle ?? 'next' }, target),
    open: (_event: MouseEvent, node: BoxNode | LooseNode) => {
      if (node.type === 'box') onSelect(node.id)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const isButton = (event.target as HTMLElement).closest('[data-box]') !== null
      if (!locked && isButton && selected && isShortcut('removeStep', event)) {
        event.preventDefault()
        onRemove?.(selected)
      }
    },
  })
  return (
    <div className={styles.canvas}>
      <CanvasActionsContext value={actions}>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          nodesDraggable={false}
          nodesConnectable={!locked}
          edgesFocusable={false}
          nodesFocusable={false}
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          zoomOnDoubleClick={false}
          minZoom={0.2}
          maxZoom={1.5}
          proOptions={{ hideAttribution: true }}
          isValidConnection={isPossible}
          onConnect={connect}
          onNodeClick={open}
          onKeyDown={onKeyDown}
        >
          <FitView layout={layout} selected={selected} />
          <Background gap={22} />
          <Controls showInteractive={false} fitViewOptions={fitViewOptions} />
          <Overview layout={layout} />
        </ReactFlow>
      </CanvasActionsContext>
    </div>
  )
}

/** Where the lines of a step leave it: below it, or each at the top of its branch. */
function handlesOf({ x, y } = { x: 0, y: 0 }, own: Layout['edges'] = [], locked: boolean): BranchHandle[] {
  return own.map(({ handle, label, loose, alone }) => ({
    id: handle,
    label,
    canAdd: !locked && !loose,
    ...(own.length === 1 ? { x: BOX.width / 2, y: BOX.height } : { x: alone.x - x, y: alone.y - y }),
  }))
}

/** Typing in a step changes the document, but seldom what the layout depends on. */
function useLayout(document: WorkflowDefinition): Layout {
  const shape = JSON.stringify({ ids: document.nodes.map(({ id }) => id), edges: edgesOf(document) })
  return useMemo(() => layOut(JSON.parse(shape)), [shape])
}

/** What React Flow draws: one box for each node and the trigger, one line for each connection. */
function drawingOf(props: CanvasProps, layout: Layout, names: ReadonlyMap<string, string>) {
  const { document, selected, faults, counts, path, locked } = props
  const leaving = Map.groupBy(layout.edges, ({ from }) => from)
  const nodes = [undefined, ...document.nodes].map((node): BoxNode => {
    const id = node?.id ?? TRIGGER
    const count = counts?.nodes.find(({ node_id }) => node_id === id)
    return {
      id,
      type: 'box',
      position: layout.places.get(id) ?? { x: 0, y: 0 },
      // Given here instead of measured: React Flow hides nodes until it has measured them, again at each change.
      measured: BOX,
      data: {
        type: node?.type ?? TRIGGER,
        name: node ? nameOf(node) : triggerName(document.trigger),
        gist: node ? gistOf(node, document, names) : triggerGist(document.trigger, props.segment),
        handles: handlesOf(layout.places.get(id), leaving.get(id), locked),
        faults: faults.filter(fault => placeOf(fault) === id).length,
        inside: count?.inside ?? 0,
        done: doneInWords(count),
        ...(path === undefined || node === undefined ? {} : { passed: path.nodes.get(id) ?? null }),
        selected: id === selected,
      },
    }
  })
  const loose = layout.edges
    .filter(edge => edge.loose)
    .map(
      (edge): LooseNode => ({
        id: edge.to,
        type: 'loose',
        position: layout.places.get(edge.to) ?? { x: 0, y: 0 },
        measured: LOOSE,
        data: { label: edge.label, locked, place: { from: edge.from, handle: edge.handle } },
      }),
    )
  const edges = layout.edges.map(
    (edge): ConnectionEdge => ({
      id: edge.id,
      type: 'connection',
      source: edge.from,
      sourceHandle: edge.handle,
      target: edge.to,
      // What the highlighted run passed is drawn over the rest.
      zIndex: path?.lines.has(edge.id) ? 1 : 0,
      data: { points: edge.points, passed: path?.lines.has(edge.id) ?? false },
    }),
  )
  // Tab goes through them as people read.
  const inOrder = [...nodes, ...loose].toSorted(
    (a, b) => a.position.y - b.position.y || a.position.x - b.position.x,
  )
  return { nodes: inOrder, edges }
}

/** As in "412 done, 3 skipped, 1 failed": of the latest runs. */
function doneInWords(count: NodeCounts['nodes'][number] | undefined): string {
  if (count === undefined) return ''
  return [
    [count.completed, 'done'] as const,
    [count.skipped, 'skipped'] as const,
    [count.failed, 'failed'] as const,
    [count.clicked, 'clicked'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${number(count)} ${what}`)
    .join(', ')
}
