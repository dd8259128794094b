import type { WholeWorkflow } from '@millrace/contract/dashboard/workflows'
import type { SimulationScript } from '@millrace/contract/simulation'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { useView } from '../../components/use-view.ts'
import { ViewTabs } from '../../components/ViewTabs.tsx'
import { reaches } from '../../features/workflow/reaches.ts'
import { t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { CanvasView } from './CanvasView.tsx'
import { Comparison } from './comparison/Comparison.tsx'
import { ConflictDialog } from './draft/SavingStatus.tsx'
import { useDraft } from './draft/use-draft.ts'
import { useUndoKeys } from './draft/use-undo-keys.ts'
import styles from './Editor.module.css'
import { EditorHead } from './EditorHead.tsx'
import { Simulator } from './simulator/Simulator.tsx'
import { freshScript } from './simulator/script.ts'

const views = [
  { name: 'canvas', label: t`Canvas` },
  { name: 'simulator', label: t`Simulator` },
  { name: 'comparison', label: t`Compare with live` },
] as const

/** One draft in several views; switching between them keeps everything. */
export function Editor({ workflow }: { workflow: WholeWorkflow }) {
  const { role, serials } = useSignedIn()
  const isReached = reaches(serials, workflow)
  const locked = role === 'viewer' || workflow.workflow.status === 'cancelled' || !isReached
  const draft = useDraft(workflow)
  useUndoKeys(draft)
  const { id } = workflow.workflow
  const view = useView(views)
  const [path, navigate] = useLocation()
  const [selected, setSelected] = useState<string>()
  const [script, setScript] = useState<SimulationScript>()
  const { name } = draft.title
  useDocumentTitle(name)
  const show = (place: string) => {
    setSelected(place)
    if (view !== 'canvas') navigate(path)
  }
  const shared = { workflowId: id, draft, locked }
  return (
    <div className={styles.editor} data-wide="" data-view={view}>
      <EditorHead workflow={workflow} draft={draft} locked={locked} isReached={isReached} onSelect={show} />
      <ViewTabs label={t`Views of the workflow`} views={views} current={view} />
      {view === 'canvas' && <CanvasView {...shared} selected={selected} onSelect={setSelected} />}
      {view === 'simulator' && (
        <Simulator {...shared} script={script ?? freshScript(draft.document)} onScript={setScript} />
      )}
      {view === 'comparison' && <Comparison {...shared} />}
      <ConflictDialog draft={draft} />
    </div>
  )
}
