import { useLocation } from 'wouter'
import { moveToRow } from '../../components/list/row-keys.ts'
import { type ShortcutName, shortcutEntries } from '../../components/shortcuts/shortcuts.ts'
import { useShortcuts } from '../../components/shortcuts/use-shortcuts.ts'

/** The shortcuts of every page: what the frame opens, where keys lead, and the rows of lists. */
export function useFrameKeys(opens: Record<'search' | 'help', () => void>): void {
  const [, navigate] = useLocation()
  const goes = shortcutEntries.flatMap(([name, { to }]) =>
    to === undefined ? [] : [[name, () => navigate(to)]],
  )
  useShortcuts({
    ...opens,
    ...(Object.fromEntries(goes) as Partial<Record<ShortcutName, () => void>>),
    nextRow: ({ key }) => moveToRow(1, key.startsWith('Arrow')),
    previousRow: ({ key }) => moveToRow(-1, key.startsWith('Arrow')),
  })
}
