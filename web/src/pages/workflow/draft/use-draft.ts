import type { WholeWorkflow } from '@millrace/contract/dashboard/workflows'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { WorkflowFault } from '@millrace/contract/workflow-management'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Failure } from '../../../api/answer.ts'
import { type DraftConflict, type SavedDraft, saveDraft } from '../../../api/workflows.ts'
import { emptyDocument, toDocument } from '../../../features/workflow/document.ts'
import { begin, change, redo, undo } from '../../../features/workflow/history.ts'
import { problemsOf } from '../../../features/workflow/problems.ts'

/** The pause in editing after which the draft is saved. */
const PAUSE_MS = 700
const RETRY_MS = 4_000

export type Saving =
  | { readonly state: 'saved' | 'unsaved' | 'saving' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'conflict'; readonly current: DraftConflict }

/** Name and description: not part of the document, but saved with it. */
export interface Title {
  readonly name: string
  readonly description: string
}

export interface Draft {
  readonly document: WorkflowDefinition
  readonly title: Title
  readonly faults: readonly WorkflowFault[]
  readonly sentence: string | null
  readonly revision: number
  readonly saving: Saving
  readonly canUndo: boolean
  readonly canRedo: boolean
  edit(document: WorkflowDefinition, about?: string): void
  rename(title: Title): void
  undo(): void
  redo(): void
  /** Resolves a conflict in favour of one side. Undo brings the other side back. */
  settle(keep: 'mine' | 'theirs'): void
  /** Continues with a draft that was saved elsewhere, as by restoring a version. */
  take(saved: SavedDraft): void
}

/** The changed parts of the title. An empty name keeps the old one. */
function renaming(title: Title, before: Title): Partial<Title> {
  if (title === before) return {}
  return title.name.trim() === '' ? { description: title.description } : title
}

/** The draft while it is edited: saved at each pause, one save at a time, never over another member's changes. */
export function useDraft(workflow: WholeWorkflow): Draft {
  const { id, name, description } = workflow.workflow
  const [history, setHistory] = useState(() => begin(toDocument(workflow.draft.document) ?? emptyDocument))
  const [revision, setRevision] = useState(workflow.draft.revision)
  const [known, setKnown] = useState({ faults: workflow.faults, sentence: workflow.sentence })
  const [saved, setSaved] = useState(history.present)
  const [title, setTitle] = useState<Title>({ name, description })
  const [savedTitle, setSavedTitle] = useState(title)
  const [saving, setSaving] = useState<Saving>({ state: 'saved' })
  const busy = useRef(false)
  const { present } = history
  // Of what was saved: an id in them may be that of a step that is gone meanwhile.
  const problems = useMemo(() => problemsOf(saved, known.faults), [saved, known.faults])

  const save = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    setSaving({ state: 'saving' })
    const answer = await saveDraft(id, { revision, document: present, ...renaming(title, savedTitle) })
    busy.current = false
    if (answer.ok) {
      setRevision(answer.value.draft.revision)
      setKnown(answer.value)
      setSaved(present)
      setSavedTitle(title)
      setSaving({ state: 'saved' })
      return
    }
    const { failure } = answer
    const current = (failure.body as { current?: DraftConflict } | undefined)?.current
    if (failure.code === 'draft_conflict' && current) setSaving({ state: 'conflict', current })
    else setSaving({ state: 'failed', failure })
  }, [id, revision, present, title, savedTitle])

  const dirty = present !== saved || title !== savedTitle
  const { state } = saving
  useEffect(() => {
    if (!dirty || state === 'saving' || state === 'conflict') return
    const timer = setTimeout(save, state === 'failed' ? RETRY_MS : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [dirty, state, save])

  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [dirty])

  return {
    document: present,
    title,
    sentence: known.sentence,
    faults: problems,
    revision,
    saving: dirty && state === 'saved' ? { state: 'unsaved' } : saving,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit: (document, about) => setHistory(before => change(before, document, about)),
    rename: setTitle,
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    take(next) {
      const document = toDocument(next.draft.document) ?? emptyDocument
      setHistory(before => change(before, document))
      setSaved(document)
      setRevision(next.draft.revision)
      setKnown(next)
      setSaving({ state: 'saved' })
    },
    settle(keep) {
      if (saving.state !== 'conflict') return
      const theirs = toDocument(saving.current.document) ?? emptyDocument
      setRevision(saving.current.revision)
      setSaved(theirs)
      if (keep === 'theirs') setHistory(before => change(before, theirs))
      setSaving({ state: 'saved' })
    },
  }
}
