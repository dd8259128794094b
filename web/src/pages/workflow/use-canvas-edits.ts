import type { NodeType, WorkflowNode } from '@millrace/contract/node'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { useShortcuts } from '../../components/shortcuts/use-shortcuts.ts'
import {
  copiesOf,
  pasteSteps,
  placeAfter,
  placeBefore,
  stepsAsText,
} from '../../features/workflow/copied-steps.ts'
import { findNode, insertNode, type Place, removeNode } from '../../features/workflow/document.ts'
import { earlier, later, movedWith, moveSteps, withoutSteps } from '../../features/workflow/move-steps.ts'
import { useStepClipboard } from '../../features/workflow/step-clipboard.ts'
import { t } from '../../language/words.ts'
import { toast } from '../../toasts/toasts.ts'
import type { Draft } from './draft/use-draft.ts'

interface CanvasState {
  readonly selected: string | undefined
  /** Several steps, selected together. */
  readonly marked: ReadonlySet<string>
  /** Where a dialog asks for a step. */
  readonly adding: Place | undefined
  onSelect(id: string | undefined): void
}

/** What is done with steps on the canvas, by buttons, keys and dragging alike. */
export function useCanvasEdits(draft: Draft, locked: boolean, state: CanvasState) {
  const { document } = draft
  const { selected, marked, adding, onSelect } = state
  const node = selected === undefined ? undefined : findNode(document, selected)
  const chosen: ReadonlySet<string> = marked.size > 0 ? marked : new Set(node ? [node.id] : [])

  const take = (inserted: { document: WorkflowDefinition; id: string }) => {
    draft.edit(inserted.document)
    onSelect(inserted.id)
  }
  const add = (type: NodeType, place?: Place) => {
    const after = place ?? placeAfter(document, selected)
    take(insertNode(document, type, after ?? placeBefore(document, selected ?? '')))
  }
  const paste = (steps: readonly WorkflowNode[]) => {
    const last = copiesOf(document, marked).at(-1)?.id
    const place = adding ?? placeAfter(document, last ?? selected)
    if (place === undefined) toast(t`Nothing can follow the end. Select another step to paste after.`, 'warn')
    else take(pasteSteps(document, steps, place))
  }
  /** A single step goes after itself; several, and a decision with its branches, go before themselves. */
  const duplicate = () => {
    const ids = node ? movedWith(document, node.id) : chosen
    const copies = copiesOf(document, ids)
    const [first] = copies
    if (first === undefined) return
    const after = copies.length === 1 ? placeAfter(document, first.id) : placeBefore(document, first.id)
    if (after !== undefined) take(pasteSteps(document, copies, after))
  }
  const remove = () => {
    if (chosen.size === 0) return
    draft.edit(node ? removeNode(document, node.id) : withoutSteps(document, chosen))
    onSelect(undefined)
  }
  const move = (ids: ReadonlySet<string>, place: Place) => draft.edit(moveSteps(document, ids, place))
  const moveTo = (where: typeof later) => {
    if (locked || chosen.size === 0) return false
    const ids = node ? movedWith(document, node.id) : chosen
    const place = where(document, ids)
    if (place !== undefined) move(ids, place)
    return true
  }
  const moveEarlier = () => moveTo(earlier)
  const moveLater = () => moveTo(later)
  useShortcuts({ moveEarlier, moveLater })
  useStepClipboard({
    copied: stepsAsText(document, chosen),
    cut: locked ? undefined : remove,
    paste: locked ? undefined : paste,
  })
  return { chosen, add, paste, duplicate, remove, move, moveEarlier, moveLater }
}
