import '@xyflow/react/dist/base.css'
import type { NodeCounts } from '@millrace/contract/dashboard/workflows'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { WorkflowFault } from '@millrace/contract/workflow-management'
import { Background, type Connection, Controls, ReactFlow, useReactFlow, useStore } from '@xyflow/react'
import { useEffect, useMemo } from 'react'
import { findNode, type Place, possibleTargets, TRIGGER } from '../document/document.ts'
import { gistOf, nameOf } from '../document/node-types.ts'
import styles from './Canvas.module.css'
import { LooseEnd, type LooseNode } from './LooseEnd.tsx'
import { type Layout, layOut } from './layout.ts'
import { type BoxNode, NodeBox } from './NodeBox.tsx'
import { type WayEdge, WayLine } from './WayLine.tsx'

export interface CanvasProps {
  document: WorkflowDefinition
  selected: string | undefined
  faults: readonly WorkflowFault[]
  counts: NodeCounts | undefined
  /** Nobody may change it. */
  locked: boolean
  onSelect(id: string): void
  onAdd(place: Place): void
  onConnect(place: Place, to: string): void
  onRemove(id: string): void
}

const nodeTypes = { box: NodeBox, loose: LooseEnd }
const edgeTypes = { way: WayLine }

/** The workflow as a drawing. It arranges itself; boxes and the buttons between them are reached by Tab, too. */
export function Canvas(props: CanvasProps) {
  const { document, selected, locked, onSelect, onConnect, onRemove } = props
  const { nodes, edges } = useDrawing(props)
  const isPossible = ({ source, target }: Pick<Connection, 'source' | 'target'>) =>
    possibleTargets(document, source).some(({ id }) => id === target)
  return (
    <div className={styles.canvas}>
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
        fitView
        fitViewOptions={framing}
        proOptions={{ hideAttribution: true }}
        isValidConnection={isPossible}
        onConnect={({ source, sourceHandle, target }) =>
          onConnect({ from: source, handle: sourceHandle ?? 'next' }, target)
        }
        onNodeClick={(_event, node) => node.type === 'box' && onSelect(node.id)}
        onKeyDown={event => {
          const isButton = (event.target as HTMLElement).closest('[data-box]') !== null
          if (!locked && isButton && selected && (event.key === 'Delete' || event.key === 'Backspace')) {
            event.preventDefault()
            onRemove(selected)
          }
        }}
      >
        <Framing boxes={nodes.length} />
        <Background gap={22} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

const framing = { minZoom: 0.5, maxZoom: 1, padding: 0.12 }

/** Brings everything into view again when there is more or less of it, or less room. */
function Framing({ boxes }: { boxes: number }) {
  const { fitView } = useReactFlow()
  const width = useStore(store => store.width)
  useEffect(() => {
    // Once the browser has given the canvas its new width.
    const frame = requestAnimationFrame(() => fitView(framing))
    return () => cancelAnimationFrame(frame)
  }, [boxes, width, fitView])
  return null
}

/** From left to right as they lead, so that no line crosses another for nothing. */
const handlesOf = (id: string, { edges, places }: Layout): string[] =>
  edges
    .filter(edge => edge.from === id)
    .toSorted((a, b) => (places.get(a.to)?.x ?? 0) - (places.get(b.to)?.x ?? 0))
    .map(edge => edge.handle)

/** What React Flow draws: one box for each node and the trigger, one line for each way. */
function useDrawing({ document, selected, faults, counts, locked, onSelect, onAdd }: CanvasProps) {
  const layout = useMemo(() => layOut(document), [document])
  const nodes = [TRIGGER, ...document.nodes.map(({ id }) => id)].map((id): BoxNode => {
    const node = findNode(document, id)
    const count = counts?.nodes.find(({ node_id }) => node_id === id)
    return {
      id,
      type: 'box',
      position: layout.places.get(id) ?? { x: 0, y: 0 },
      data: {
        type: node?.type ?? TRIGGER,
        name: node ? nameOf(node) : 'When an event comes',
        gist: node ? gistOf(node) : (document.trigger.source ?? 'without a source'),
        handles: handlesOf(id, layout),
        faults: faults.filter(fault => (node ? fault.node === id : /^(trigger|start)/.test(fault.path)))
          .length,
        inside: count?.inside ?? 0,
        selected: id === selected,
        onSelect: () => onSelect(id),
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
        data: { label: edge.label, locked, onAdd: () => onAdd(edge) },
      }),
    )
  const edges = layout.edges.map(
    (edge): WayEdge => ({
      id: edge.id,
      type: 'way',
      source: edge.from,
      sourceHandle: edge.handle,
      target: edge.to,
      data: {
        label: edge.label,
        locked: locked || edge.loose,
        from: nameFrom(document, edge.from),
        onAdd: () => onAdd(edge),
      },
    }),
  )
  return { nodes: [...nodes, ...loose], edges }
}

function nameFrom(document: WorkflowDefinition, id: string): string {
  const node = findNode(document, id)
  return node ? nameOf(node) : 'the trigger'
}
