import { useEffect } from 'react'
import type { Draft } from './use-draft.ts'

/** Wherever the focus is: it is nowhere after the box that had it was removed. */
export function useUndoKeys({ undo, redo }: Pick<Draft, 'undo' | 'redo'>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'z') return
      if (isOfAnother(event.target)) return
      event.preventDefault()
      if (event.shiftKey) redo()
      else undo()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}

/** Within a text the keys are the text's own, and below a dialog nothing changes. */
const isOfAnother = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.shadowRoot !== null || target.closest('input, textarea, [contenteditable], dialog') !== null)
