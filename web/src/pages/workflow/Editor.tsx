import type { WholeWorkflow } from '@millrace/contract/dashboard/workflows'
import type { NodeType } from '@millrace/contract/node'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { asked } from '../../api/queries.ts'
import { countNodes } from '../../api/workflows.ts'
import { Icon } from '../../components/Icon.tsx'
import { useSignedIn } from '../../session/use-session.ts'
import { AddDialog } from './AddDialog.tsx'
import { Canvas } from './canvas/Canvas.tsx'
import { connect, findNode, insertNode, type Place, removeNode, TRIGGER } from './document/document.ts'
import { nameOf } from './document/node-types.ts'
import styles from './Editor.module.css'
import { EditorHead } from './EditorHead.tsx'
import { NodePanel } from './panel/NodePanel.tsx'
import { TriggerPanel } from './panel/TriggerPanel.tsx'
import { ConflictDialog } from './SavingNote.tsx'
import { useDraft } from './use-draft.ts'

const COUNT_MS = 5_000

/** The canvas, and beside it what is selected. */
export function Editor({ workflow }: { workflow: WholeWorkflow }) {
  const { role } = useSignedIn()
  const locked = role === 'viewer' || workflow.workflow.status === 'cancelled'
  const draft = useDraft(workflow)
  const { document, faults } = draft
  const { id, name } = workflow.workflow
  const [selected, setSelected] = useState<string>()
  const [adding, setAdding] = useState<Place>()
  const counts = useQuery({
    queryKey: ['workflow-nodes', id],
    queryFn: ({ signal }) => asked(countNodes(id, signal)),
    refetchInterval: ({ state }) => (state.error ? false : COUNT_MS),
  })
  useEffect(() => {
    globalThis.document.title = `${name} · Millrace`
  }, [name])

  const node = selected === undefined ? undefined : findNode(document, selected)
  const close = () => setSelected(undefined)
  const add = (type: NodeType) => {
    if (adding === undefined) return
    const inserted = insertNode(document, type, adding)
    draft.edit(inserted.document)
    setSelected(inserted.id)
    setAdding(undefined)
  }
  const panel = { workflowId: id, document, faults, locked, onDocument: draft.edit }
  return (
    <div className={styles.editor} data-wide="" onKeyDown={event => onUndoKey(event, draft)}>
      <EditorHead workflow={workflow} draft={draft} locked={locked} onSelect={setSelected} />
      <div className={styles.main} data-open={selected !== undefined}>
        <Canvas
          document={document}
          selected={selected}
          faults={faults}
          counts={counts.data}
          locked={locked}
          onSelect={setSelected}
          onAdd={setAdding}
          onConnect={(place, to) => draft.edit(connect(document, place, to))}
          onRemove={removed => {
            if (removed === TRIGGER) return
            draft.edit(removeNode(document, removed))
            close()
          }}
        />
        {(node || selected === TRIGGER) && (
          <aside className={styles.panel} aria-label="The selected step">
            <header>
              <h2>{node ? nameOf(node) : 'When an event comes'}</h2>
              <button type="button" onClick={close}>
                <Icon name="close" />
                <span className="visually-hidden">Close the panel</span>
              </button>
            </header>
            {node ? (
              <NodePanel key={node.id} {...panel} node={node} onClose={close} />
            ) : (
              <TriggerPanel {...panel} />
            )}
          </aside>
        )}
      </div>
      {adding && <AddDialog onAdd={add} onClose={() => setAdding(undefined)} />}
      <ConflictDialog draft={draft} />
    </div>
  )
}

/** Within a text the keys are the text's own. */
function onUndoKey(event: KeyboardEvent, draft: { undo(): void; redo(): void }): void {
  const target = event.target as HTMLElement
  if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'z') return
  if (target.shadowRoot || target.closest('input, textarea, [contenteditable]')) return
  event.preventDefault()
  if (event.shiftKey) draft.redo()
  else draft.undo()
}
