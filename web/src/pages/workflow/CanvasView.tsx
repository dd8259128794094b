import { SEGMENTS } from '@millrace/contract/condition/fields'
import { segmentOf, type WorkflowDefinition } from '@millrace/contract/workflow'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePace } from '../../api/live-state.ts'
import { asked } from '../../api/queries.ts'
import { countNodes } from '../../api/workflows.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Canvas } from '../../features/canvas/Canvas.tsx'
import { type Hints, HintsContext } from '../../features/condition/hints-context.ts'
import { connect, findNode, type Place, SETTINGS, TRIGGER } from '../../features/workflow/document.ts'
import { InsertableContext } from '../../features/workflow/insertable.ts'
import { nameOf } from '../../features/workflow/node-types.ts'
import { triggerName } from '../../features/workflow/trigger-in-words.ts'
import { plural, t } from '../../language/words.ts'
import { AddStepDialog } from './AddStepDialog.tsx'
import type { Draft } from './draft/use-draft.ts'
import styles from './Editor.module.css'
import { useHints } from './hints.ts'
import { Comments } from './panel/Comments.tsx'
import { NodePanel } from './panel/NodePanel.tsx'
import { SettingsPanel } from './panel/SettingsPanel.tsx'
import { SeveralSteps } from './panel/SeveralSteps.tsx'
import { TriggerPanel } from './panel/TriggerPanel.tsx'
import { useCanvasEdits } from './use-canvas-edits.ts'
import { useComments } from './use-comments.ts'
import { usePanelFocus } from './use-panel-focus.ts'
import { usePanelWidth } from './use-panel-width.ts'

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
export function CanvasView({ workflowId, draft, locked, selected: shown, onSelect }: CanvasViewProps) {
  const { document, faults } = draft
  const [adding, setAdding] = useState<Place>()
  const [several, setSeveral] = useState<ReadonlySet<string>>(none)
  const [isWide, setWide] = usePanelWidth()
  const { panelRef, focusPanel, onPanelKey } = usePanelFocus(shown)
  const pace = usePace(COUNT_MS) || OLD_MS
  const counts = useQuery({
    queryKey: ['nodes', workflowId],
    queryFn: ({ signal }) => asked(countNodes(workflowId, signal)),
    refetchInterval: ({ state }) => (state.error ? false : pace),
  })
  // Undo may have taken some of them away.
  const marked = new Set([...several].filter(id => findNode(document, id) !== undefined))
  const selected = marked.size > 0 ? undefined : shown
  const node = selected === undefined ? undefined : findNode(document, selected)
  const isOpen = marked.size > 1 || node !== undefined || selected === TRIGGER || selected === SETTINGS
  const hints = useHints(document, { enabled: isOpen })
  const select = (id: string | undefined, by?: 'keyboard') => {
    setSeveral(none)
    onSelect(id)
    if (by === 'keyboard') focusPanel()
  }
  const mark = (ids: ReadonlySet<string>) => {
    const [only] = ids
    if (ids.size === 1) return select(only)
    setSeveral(ids)
    if (ids.size > 1) onSelect(undefined)
  }
  const close = () => select(undefined)
  const edits = useCanvasEdits(draft, locked, {
    selected,
    marked,
    adding,
    onSelect: id => {
      setAdding(undefined)
      select(id)
    },
  })
  const comments = useComments(workflowId, document)
  const panel = { workflowId, document, faults, locked, onDocument: draft.edit }
  const insertable = {
    parameters: hints['event.parameters.'] ?? [],
    attributes: hints['guest.attributes.'] ?? [],
  }
  return (
    <div className={styles.main} data-open={isOpen} data-panel={isWide ? 'wide' : 'usual'}>
      <Canvas
        document={document}
        selected={selected}
        marked={marked}
        faults={faults}
        counts={counts.data}
        comments={comments.open}
        segment={segmentIn(document, hints[SEGMENTS])}
        locked={locked}
        onSelect={select}
        onMark={mark}
        onAdd={setAdding}
        onAddType={edits.add}
        onMove={edits.move}
        onConnect={(place, to) => draft.edit(connect(document, place, to))}
        onRemove={edits.remove}
      />
      {isOpen && (
        <aside
          ref={panelRef}
          className={styles.panel}
          onKeyDown={onPanelKey}
          aria-label={selected === SETTINGS ? t`Workflow settings` : t`Selected step`}
        >
          <header>
            <h2 tabIndex={-1}>{titleOf(document, selected, marked.size)}</h2>
            <span className={styles.tools}>
              <IconButton
                icon={isWide ? 'narrow' : 'widen'}
                label={isWide ? t`Make the panel narrower` : t`Make the panel wider`}
                onClick={() => setWide(!isWide)}
              />
              <IconButton icon="close" label={t`Close panel`} onClick={close} />
            </span>
          </header>
          <HintsContext value={hints}>
            <InsertableContext value={insertable}>
              {marked.size > 1 && (
                <SeveralSteps
                  document={document}
                  ids={marked}
                  locked={locked}
                  onDuplicate={edits.duplicate}
                  onRemove={edits.remove}
                />
              )}
              {node && (
                <NodePanel
                  key={node.id}
                  {...panel}
                  node={node}
                  onDuplicate={edits.duplicate}
                  onMoveEarlier={edits.moveEarlier}
                  onMoveLater={edits.moveLater}
                  onRemove={edits.remove}
                />
              )}
              {selected === TRIGGER && <TriggerPanel {...panel} revision={draft.revision} />}
              {selected === SETTINGS && (
                <SettingsPanel {...panel} title={draft.title} onTitle={draft.rename} />
              )}
            </InsertableContext>
          </HintsContext>
          {(node || selected === TRIGGER) && (
            <Comments
              key={selected}
              workflowId={workflowId}
              node={node?.id}
              comments={comments.about(selected ?? '')}
              locked={locked}
              text={comments.written(selected ?? '')}
              onText={text => comments.write(selected ?? '', text)}
            />
          )}
        </aside>
      )}
      {adding && (
        <AddStepDialog
          onAdd={(type, by) => {
            edits.add(type, adding)
            if (by === 'keyboard') focusPanel()
          }}
          onClose={() => setAdding(undefined)}
        />
      )}
    </div>
  )
}

const none: ReadonlySet<string> = new Set()

function titleOf(document: WorkflowDefinition, selected: string | undefined, several: number): string {
  if (several > 1) return plural(several, '# step selected', '# steps selected')
  if (selected === SETTINGS) return t`Settings`
  const node = selected === undefined ? undefined : findNode(document, selected)
  return node ? nameOf(node) : triggerName(document.trigger)
}
