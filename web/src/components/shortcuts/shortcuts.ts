export interface Shortcut {
  readonly where: 'Everywhere' | 'Go to' | 'Lists' | 'Canvas' | 'API reference'
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
  search: { where: 'Everywhere', does: 'Search, or run a command', keys: ['Mod+k'], whileTyping: true },
  help: { where: 'Everywhere', does: 'Show this list', keys: ['?'] },
  goHome: { where: 'Go to', does: 'Home', keys: ['g h'], to: '/' },
  goWorkflows: { where: 'Go to', does: 'Workflows', keys: ['g w'], to: '/workflows' },
  goRuns: { where: 'Go to', does: 'Runs', keys: ['g r'], to: '/runs' },
  goEvents: { where: 'Go to', does: 'Events', keys: ['g e'], to: '/events' },
  goGuests: { where: 'Go to', does: 'Guests', keys: ['g g'], to: '/guests' },
  goSegments: { where: 'Go to', does: 'Segments', keys: ['g s'], to: '/segments' },
  goVenues: { where: 'Go to', does: 'Venues', keys: ['g v'], to: '/venues' },
  goMessages: { where: 'Go to', does: 'Messages', keys: ['g m'], to: '/outbox' },
  goTasks: { where: 'Go to', does: 'Tasks', keys: ['g t'], to: '/tasks' },
  nextRow: { where: 'Lists', does: 'Next row', keys: ['j', 'ArrowDown'] },
  previousRow: { where: 'Lists', does: 'Previous row', keys: ['k', 'ArrowUp'] },
  openRow: { where: 'Lists', does: 'Open the row', keys: ['Enter'] },
  undo: { where: 'Canvas', does: 'Undo', keys: ['Mod+z'] },
  redo: { where: 'Canvas', does: 'Redo', keys: ['Mod+Shift+z'] },
  copyStep: { where: 'Canvas', does: 'Copy the selected step', keys: ['Mod+c'] },
  pasteStep: { where: 'Canvas', does: 'Paste after the selected step', keys: ['Mod+v'] },
  removeStep: { where: 'Canvas', does: 'Remove the selected step', keys: ['Delete', 'Backspace'] },
  searchReference: { where: 'API reference', does: 'Search', keys: ['/'] },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

export const shortcutEntries = Object.entries(shortcuts) as readonly [ShortcutName, Shortcut][]
