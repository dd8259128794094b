/** Where shortcuts work, or what they do together. */
export const places = {
  everywhere: 'Everywhere',
  going: 'Go to',
  lists: 'Lists',
  canvas: 'Canvas',
  reference: 'API reference',
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
  search: { where: 'everywhere', does: 'Search, or run a command', keys: ['Mod+k'], whileTyping: true },
  help: { where: 'everywhere', does: 'Show this list', keys: ['?'] },
  goHome: { where: 'going', does: 'Home', keys: ['g h'], to: '/' },
  goWorkflows: { where: 'going', does: 'Workflows', keys: ['g w'], to: '/workflows' },
  goRuns: { where: 'going', does: 'Runs', keys: ['g r'], to: '/runs' },
  goEvents: { where: 'going', does: 'Events', keys: ['g e'], to: '/events' },
  goGuests: { where: 'going', does: 'Guests', keys: ['g g'], to: '/guests' },
  goSegments: { where: 'going', does: 'Segments', keys: ['g s'], to: '/segments' },
  goVenues: { where: 'going', does: 'Venues', keys: ['g v'], to: '/venues' },
  goMessages: { where: 'going', does: 'Messages', keys: ['g m'], to: '/outbox' },
  goTasks: { where: 'going', does: 'Tasks', keys: ['g t'], to: '/tasks' },
  nextRow: { where: 'lists', does: 'Next row', keys: ['j', 'ArrowDown'] },
  previousRow: { where: 'lists', does: 'Previous row', keys: ['k', 'ArrowUp'] },
  openRow: { where: 'lists', does: 'Open the row', keys: ['Enter'] },
  undo: { where: 'canvas', does: 'Undo', keys: ['Mod+z'] },
  redo: { where: 'canvas', does: 'Redo', keys: ['Mod+Shift+z'] },
  copyStep: { where: 'canvas', does: 'Copy the selected step', keys: ['Mod+c'] },
  pasteStep: { where: 'canvas', does: 'Paste after the selected step', keys: ['Mod+v'] },
  removeStep: { where: 'canvas', does: 'Remove the selected step', keys: ['Delete', 'Backspace'] },
  searchReference: { where: 'reference', does: 'Search', keys: ['/'] },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof shortcuts

export const shortcutEntries = Object.entries(shortcuts) as readonly [ShortcutName, Shortcut][]
