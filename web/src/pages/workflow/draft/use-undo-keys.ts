import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts'
import type { Draft } from './use-draft.ts'

/** Wherever the focus is: after a focused step is removed, nothing has it. */
export const useUndoKeys = ({ undo, redo }: Pick<Draft, 'undo' | 'redo'>): void =>
  useShortcuts({ undo: () => undo(), redo: () => redo() })
