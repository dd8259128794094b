import { t } from '../../language/words.ts'
/** Where shortcuts work, or what they do together. */
export const places = {
  everywhere: t`Everywhere`,
  going: t`Go to`,
  lists: t`Lists`,
  canvas: t`Canvas`,
  reference: t`API reference`,
}

export interface Shortcut {
  readonly where: keyof typeof places
  readonly does: string
  /**
   * Any of these, as `KeyboardEvent.key` names them. `Mod` is ⌘, or Ctrl where there is no ⌘. Two with a space are pressed one
   * after the other.
   */
  readonly keys: readonly string[]
  /** Also while a text field has the focus. */
  readonly whileTyping?: true
  /** Where it goes. */
  readonly to?: string
}

/** Every shortcut of the dashboard. What listens for keys and what lists them for people both read this. */
export const shortcuts = {
  search: { where: 'everywhere', does: t`Search, or run a command`, keys: ['Mod+k'], whileTyping: true },
  help: { where: 'everywhere', does: t`Show this list`, keys: ['?'] },
  goHome: { where: 'going', does: t`Home`, keys: ['g h'], to: '/' },
  goWorkflows: { where: 'going', does: t`Workflows`, keys: ['g w'], to: '/workflows' },
  goRuns: { where: 'going', does: t`Runs`, keys: ['g r'], to: '/runs' },
  goEvents: { where: 'going', does: t`Events`, keys: ['g e'], to: '/events' },
  goGuests: { where: 'going', does: t`Guests`, keys: ['g g'], to: '/guests' },
  goSegments: { where: 'going', does: t`Segments`, keys: ['g s'], to: '/segments' },
  goVenues: { where: 'going', does: t`Venues`, keys: ['g v'], to: '/venues' },
  goMessages: { where: 'going', does: t`Messages`, keys: ['g m'], to: '/outbox' },
  goTasks: { where: 'going', does: t`Tasks`, keys: ['g t'], to: '/tasks' },
  nextRow: { where: 'lists', does: t`Next row`, keys: ['j', 'ArrowDown'] },
  previousRow: { where: 'lists', does: t`Previous row`, keys: ['k', 'ArrowUp'] },
  openRow: { where: 'lists', does: t`Open the row`, keys: ['Enter'] },
  lookAtRow: { where: 'lists', does: t`Show the row beside the list`, keys: ['Space'] },
  undo: { where: 'canvas', does: t`Undo`, keys: ['Mod+z'] },
  redo: { where: 'canvas', does: t`Redo`, keys: ['Mod+Shift+z'] },
  findStep: { where: 'canvas', does: t`Find a step`, keys: ['f'] },
  selectStep: { where: 'canvas', does: t`Select several steps`, keys: ['Shift+Enter'] },
  copyStep: { where: 'canvas', does: t`Copy the selected steps`, keys: ['Mod+c'] },
  cutStep: { where: 'canvas', does: t`Cut the selected steps`, keys: ['Mod+x'] },
  pasteStep: { where: 'canvas', does: t`Paste after the selected step`, keys: ['Mod+v'] },
  moveEarlier: { where: 'canvas', does: t`Move the step before the previous one`, keys: ['Alt+ArrowUp'] },
  moveLater: { where: 'canvas', does: t`Move the step after the next one`, keys: ['Alt+ArrowDown'] },
  removeStep: { where: 'canvas', does: t`Remove the selected steps`, keys: ['Delete', 'Backspace'] },
  searchReference: { where: 'reference', does: t`Search`, keys: ['/'] },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

export const shortcutEntries = Object.entries(shortcuts) as readonly [ShortcutName, Shortcut][]
