import '@xyflow/react/dist/base.css'
import type { NodeCounts } from '@millrace/contract/dashboard/workflows'
import type { NodeType } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { WorkflowFault } from '@millrace/contract/workflow-management'
import {
  Background,
  type Connection,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
} from '@xyflow/react'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { isShortcut } from '../../components/shortcuts/keys.ts'
import { number } from '../../language/format.ts'
import { plural, t } from '../../language/words.ts'
import { findNode, type Place, placeOf, possibleTargets, TRIGGER } from '../workflow/document.ts'
import { gistOf, triggerGist } from '../workflow/gist.ts'
import { canMove, movedWith } from '../workflow/move-steps.ts'
import { nameOf, nodeTypes as stepTypes } from '../workflow/node-types.ts'
import { triggerName } from '../workflow/trigger-in-words.ts'
import { useAllWorkflows } from '../workflow/use-all-workflows.ts'
import type { BranchHandle, Taken } from './Branch.tsx'
import styles from './Canvas.module.css'
import { type ConnectionEdge, ConnectionLine } from './ConnectionLine.tsx'
import { type CanvasActions, CanvasActionsContext, type Grabbed, useSteady } from './canvas-actions.ts'
import { DragLayer } from './DragLayer.tsx'
import { FindStep } from './FindStep.tsx'
import { FitView } from './FitView.tsx'
import { LooseEnd, type LooseNode } from './LooseEnd.tsx'
import { edgesOf } from './layout/edges.ts'
import { type Layout, layOut } from './layout/layout.ts'
import { BOX, LOOSE } from './layout/measures.ts'
import { type BoxNode, NodeBox, type Passed } from './NodeBox.tsx'
import { Overview } from './Overview.tsx'
import { SizeButtons } from './SizeButtons.tsx'
import { StepPalette } from './StepPalette.tsx'
import { TextSize } from './TextSize.tsx'
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
  /** How many comments of each step are not resolved. */
  comments?: ReadonlyMap<string, number>
  /** Highlighted on the canvas. */
  path?: RunPath
  /** The name of the segment that starts it. */
  segment?: string | undefined
  /** Read only. */
  locked: boolean
  /** Several steps that are selected together. */
  marked?: ReadonlySet<string>
  onSelect(id: string, by?: 'keyboard'): void
  onMark?(ids: ReadonlySet<string>): void
  onAdd?(place: Place): void
  /** A new step at a place, or after what is selected. */
  onAddType?(type: NodeType, place?: Place): void
  onMove?(ids: ReadonlySet<string>, place: Place): void
  onConnect?(place: Place, to: string): void
  onRemove?(): void
}

const nodeTypes = { box: NodeBox, loose: LooseEnd }
const edgeTypes = { connection: ConnectionLine }
const labels = {
  'controls.ariaLabel': t`Zoom`,
  'controls.zoomIn.ariaLabel': t`Zoom in`,
  'controls.zoomOut.ariaLabel': t`Zoom out`,
}

/** The workflow as a graph, laid out automatically. Steps and the buttons between them can be reached by Tab. */
export function Canvas(props: CanvasProps) {
  const { document, selected, locked, onSelect, onConnect, onRemove } = props
  const layout = useLayout(document)
  const starts = document.nodes.some(({ type }) => type === 'start_workflow')
  const workflows = useAllWorkflows({ enabled: starts })
  const names = useMemo(() => new Map(workflows.map(({ id, name }) => [id, name])), [workflows])
  /** While a frame is drawn: those in it. */
  const [framed, setFramed] = useState<ReadonlySet<string>>()
  const marked = framed ?? props.marked ?? none
  const drawing = drawingOf({ ...props, marked }, layout, names)
  const [nodes, edges] = [useUnchanged<BoxNode | LooseNode>(drawing.nodes), useUnchanged(drawing.edges)]
  const steps = useMemo(
    () =>
      document.nodes.map(node => ({
        value: node.id,
        label: nameOf(node),
        about: gistOf(node, document, names),
      })),
    [document, names],
  )
  const layer = useRef<Pick<CanvasActions, 'grab'>>(null)
  const { onMark = () => {} } = props
  const idsOf = (grabbed: Grabbed): ReadonlySet<string> => {
    if ('type' in grabbed) return none
    return marked.has(grabbed.step) ? marked : movedWith(document, grabbed.step)
  }
  const actions = useSteady<CanvasActions>({
    select: onSelect,
    toggle: id => {
      const before = marked.size > 0 ? marked : new Set(isStep(document, selected) ? [selected] : [])
      onMark(before.has(id) ? before.difference(new Set([id])) : before.union(new Set([id])))
    },
    add: place => props.onAdd?.(place),
    grab: (event, grabbed) => layer.current?.grab(event, grabbed),
  })
  // Another function for all boxes would draw all of them again, at every key that is typed in one.
  const { isPossible, connect, open, onKeyDown, onNodesChange, beginFrame, endFrame } = useSteady({
    isPossible: ({ source, target }: Pick<Connection, 'source' | 'target'>) =>
      possibleTargets(document, source).some(({ id }) => id === target),
    connect: ({ source, sourceHandle, target }: Connection) =>
      onConnect?.({ from: source, handle: sourceHandle ?? 'next' }, target),
    open: (_event: MouseEvent, node: BoxNode | LooseNode) => {
      if (node.type === 'box') onSelect(node.id)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const isButton = (event.target as HTMLElement).closest('[data-box]') !== null
      if (!locked && isButton && isShortcut('removeStep', event)) {
        event.preventDefault()
        onRemove?.()
      }
    },
    /** By a frame that is drawn around steps, and a click beside them. */
    onNodesChange: (changes: NodeChange<BoxNode | LooseNode>[]) => {
      const selections = changes.filter(change => change.type === 'select' && isStep(document, change.id))
      if (selections.length === 0) return
      const next = new Set(marked)
      for (const change of selections)
        if (change.type === 'select' && change.selected) next.add(change.id)
        else if (change.type === 'select') next.delete(change.id)
      if (framed === undefined) onMark(next)
      else setFramed(next)
    },
    beginFrame: () => setFramed(none),
    endFrame: () => {
      if (framed !== undefined) onMark(framed)
      setFramed(undefined)
    },
  })
  return (
    <ReactFlowProvider>
      <CanvasActionsContext value={actions}>
        <div className={styles.canvas}>
          <div className={styles.bar}>
            {!locked && props.onAddType && <StepPalette onAdd={type => props.onAddType?.(type)} />}
            <FindStep layout={layout} steps={steps} onSelect={onSelect} />
          </div>
          <ReactFlow
            ariaLabelConfig={labels}
            nodes={nodes}
            edges={edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            nodesDraggable={false}
            nodesConnectable={!locked}
            edgesFocusable={false}
            nodesFocusable={false}
            deleteKeyCode={null}
            selectionKeyCode={locked ? null : 'Shift'}
            selectionMode={SelectionMode.Partial}
            multiSelectionKeyCode={null}
            zoomOnDoubleClick={false}
            minZoom={0.2}
            maxZoom={1.5}
            proOptions={{ hideAttribution: true }}
            isValidConnection={isPossible}
            onConnect={connect}
            onNodeClick={open}
            onNodesChange={onNodesChange}
            onSelectionStart={beginFrame}
            onSelectionEnd={endFrame}
            onKeyDown={onKeyDown}
          >
            <FitView layout={layout} selected={selected} />
            <Background gap={22} />
            <TextSize />
            <SizeButtons layout={layout} />
            <Overview layout={layout} />
            <DragLayer
              ref={layer}
              locked={locked}
              idsOf={idsOf}
              nameOf={grabbed => nameOfGrabbed(document, grabbed, idsOf(grabbed))}
              canDrop={(grabbed, place) => 'type' in grabbed || canMove(document, idsOf(grabbed), place)}
              onDrop={(grabbed, place) => {
                if ('type' in grabbed) props.onAddType?.(grabbed.type, place)
                else props.onMove?.(idsOf(grabbed), place)
              }}
            />
          </ReactFlow>
        </div>
      </CanvasActionsContext>
    </ReactFlowProvider>
  )
}

const none: ReadonlySet<string> = new Set()

const isStep = (document: WorkflowDefinition, id: string | undefined): id is string =>
  id !== undefined && findNode(document, id) !== undefined

function nameOfGrabbed(document: WorkflowDefinition, grabbed: Grabbed, ids: ReadonlySet<string>): string {
  if ('type' in grabbed) return stepTypes[grabbed.type].name
  const node = findNode(document, grabbed.step)
  const name = node === undefined ? '' : nameOf(node)
  return ids.size > 1 ? plural(ids.size, '# step', '# steps') : name
}

/** Where the lines of a step leave it: below it, or each at the top of its branch. */
function handlesOf(
  { x, y } = { x: 0, y: 0 },
  own: Layout['edges'] = [],
  locked: boolean,
  ways: NodeCounts['ways'] = [],
): BranchHandle[] {
  return own.map(({ handle, label, loose, alone }) => ({
    id: handle,
    label,
    canAdd: !locked && !loose,
    taken: own.length > 1 ? takenInWords(handle, ways) : undefined,
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
  const { document, selected, faults, counts, path, locked, marked = none } = props
  const ways = Map.groupBy(counts?.ways ?? [], ({ node_id }) => node_id)
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
      // With the names of its branches, over the lines.
      zIndex: 2,
      data: {
        type: node?.type ?? TRIGGER,
        name: node ? nameOf(node) : triggerName(document.trigger),
        gist: node ? gistOf(node, document, names) : triggerGist(document.trigger, props.segment),
        handles: handlesOf(layout.places.get(id), leaving.get(id), locked, ways.get(id)),
        faults: faults.filter(fault => placeOf(fault) === id).length,
        comments: props.comments?.get(id) ?? 0,
        inside: count?.inside ?? 0,
        done: doneInWords(count),
        ...(path === undefined || node === undefined ? {} : { passed: path.nodes.get(id) ?? null }),
        selected: id === selected || marked.has(id),
      },
      selected: marked.has(id),
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

/** What part of the runs that left a step took this connection, and what part of those ended in success. */
function takenInWords(handle: string, ways: NodeCounts['ways']): Taken | undefined {
  const all = ways.reduce((sum, { taken }) => sum + taken, 0)
  if (all === 0) return undefined
  const { taken = 0, success = 0 } = ways.find(way => way.handle === handle) ?? {}
  const share = percent(taken / all)
  if (taken === 0) return { share, success: '', about: t`None of the latest ${all} runs went this way.` }
  const reached = percent(success / taken)
  return {
    share,
    success: t`${reached} succeeded`,
    about: t`${taken} of the latest ${all} runs went this way. ${reached} of them have ended in success.`,
  }
}

const percent = (part: number): string => `${number(Math.round(part * 100))} %`

/** As in "412 done, 3 skipped, 1 failed": of the latest runs. */
function doneInWords(count: NodeCounts['nodes'][number] | undefined): string {
  if (count === undefined) return ''
  const { completed, skipped, failed, clicked } = count
  return [
    completed > 0 && plural(completed, '# done', '# done'),
    skipped > 0 && plural(skipped, '# skipped', '# skipped'),
    failed > 0 && plural(failed, '# failed', '# failed'),
    clicked > 0 && plural(clicked, '# clicked', '# clicked'),
  ]
    .filter(Boolean)
    .join(', ')
}
