import { SEGMENTS } from '@millrace/contract/condition/fields'
import type { NodeType, WorkflowNode } from '@millrace/contract/node'
import { segmentOf, type WorkflowDefinition } from '@millrace/contract/workflow'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePace } from '../../api/live-state.ts'
import { asked } from '../../api/queries.ts'
import { countNodes } from '../../api/workflows.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Canvas } from '../../features/canvas/Canvas.tsx'
import { type Hints, HintsContext } from '../../features/condition/hints-context.ts'
import { pasteSteps, placeAfter, stepAsText } from '../../features/workflow/copied-steps.ts'
import {
  connect,
  findNode,
  insertNode,
  type Place,
  removeNode,
  SETTINGS,
  TRIGGER,
} from '../../features/workflow/document.ts'
import { nameOf } from '../../features/workflow/node-types.ts'
import { useStepClipboard } from '../../features/workflow/step-clipboard.ts'
import { triggerName } from '../../features/workflow/trigger-in-words.ts'
import { t } from '../../language/words.ts'
import { toast } from '../../toasts/toasts.ts'
import { AddStepDialog } from './AddStepDialog.tsx'
import type { Draft } from './draft/use-draft.ts'
import styles from './Editor.module.css'
import { useHints } from './hints.ts'
import { NodePanel } from './panel/NodePanel.tsx'
import { SettingsPanel } from './panel/SettingsPanel.tsx'
import { TriggerPanel } from './panel/TriggerPanel.tsx'

const segmentIn = ({ trigger }: WorkflowDefinition, known: Hints[string] = []) =>
  known.find(({ value }) => value === segmentOf(trigger)?.id)?.label

const COUNT_MS = 5_000
/** Live updates cover the newest runs only; older ones may continue as well. */
const OLD_MS = 20_000

export interface CanvasViewProps {
  workflowId: string
  draft: Draft
  locked: boolean
  selected: string | undefined
  onSelect(id: string | undefined): void
}

/** The canvas, and the panel of what is selected. */
export function CanvasView({ workflowId, draft, locked, selected, onSelect }: CanvasViewProps) {
  const { document, faults } = draft
  const [adding, setAdding] = useState<Place>()
  const pace = usePace(COUNT_MS) || OLD_MS
  const counts = useQuery({
    queryKey: ['nodes', workflowId],
    queryFn: ({ signal }) => asked(countNodes(workflowId, signal)),
    refetchInterval: ({ state }) => (state.error ? false : pace),
  })
  const node = selected === undefined ? undefined : findNode(document, selected)
  const isOpen = node !== undefined || selected === TRIGGER || selected === SETTINGS
  const hints = useHints(document, { enabled: isOpen })
  const close = () => onSelect(undefined)
  const take = (inserted: { document: WorkflowDefinition; id: string }) => {
    draft.edit(inserted.document)
    onSelect(inserted.id)
    setAdding(undefined)
  }
  const add = (type: NodeType) => {
    if (adding !== undefined) take(insertNode(document, type, adding))
  }
  const paste = (steps: readonly WorkflowNode[]) => {
    const place = adding ?? placeAfter(document, selected)
    if (place === undefined) toast(t`Nothing can follow the end. Select another step to paste after.`, 'warn')
    else take(pasteSteps(document, steps, place))
  }
  useStepClipboard({
    copied: node && stepAsText(document, node.id),
    paste: locked ? undefined : paste,
  })
  const panel = { workflowId, document, faults, locked, onDocument: draft.edit }
  return (
    <div className={styles.main} data-open={isOpen}>
      <Canvas
        document={document}
        selected={selected}
        faults={faults}
        counts={counts.data}
        segment={segmentIn(document, hints[SEGMENTS])}
        locked={locked}
        onSelect={onSelect}
        onAdd={setAdding}
        onConnect={(place, to) => draft.edit(connect(document, place, to))}
        onRemove={removed => {
          if (findNode(document, removed) === undefined) return
          draft.edit(removeNode(document, removed))
          close()
        }}
      />
      {isOpen && (
        <aside
          className={styles.panel}
          aria-label={selected === SETTINGS ? t`Workflow settings` : t`Selected step`}
        >
          <header>
            <h2>
              {node ? nameOf(node) : selected === SETTINGS ? t`Settings` : triggerName(document.trigger)}
            </h2>
            <IconButton icon="close" label={t`Close panel`} onClick={close} />
          </header>
          <HintsContext value={hints}>
            {node && <NodePanel key={node.id} {...panel} node={node} onPaste={paste} onClose={close} />}
            {selected === TRIGGER && <TriggerPanel {...panel} revision={draft.revision} />}
            {selected === SETTINGS && <SettingsPanel {...panel} title={draft.title} onTitle={draft.rename} />}
          </HintsContext>
        </aside>
      )}
      {adding && <AddStepDialog onAdd={add} onClose={() => setAdding(undefined)} />}
    </div>
  )
}
