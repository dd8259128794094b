import { useEffect } from 'react'
import { isTextField } from '../../../components/form/is-text-field.ts'
import type { Draft } from './use-draft.ts'

/** On the whole document: after a focused step is removed, nothing has the focus. */
export function useUndoKeys({ undo, redo }: Pick<Draft, 'undo' | 'redo'>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'z') return
      if (hasOwnUndo(event.target)) return
      event.preventDefault()
      if (event.shiftKey) redo()
      else undo()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}

/** Text fields have their own undo, and an open dialog blocks it. */
const hasOwnUndo = (target: EventTarget | null): boolean =>
  isTextField(target) || (target instanceof HTMLElement && target.closest('dialog') !== null)
