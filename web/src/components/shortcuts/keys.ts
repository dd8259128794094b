import { type ShortcutName, shortcutEntries, shortcuts } from './shortcuts.ts'

/** What is needed of a keyboard event. */
export interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** As the list of shortcuts writes it. Shift only counts with ⌘ or Ctrl: it is in the key otherwise, as in `?`. */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string {
  const plain = key.length === 1 ? key.toLowerCase() : key
  const mod = ctrlKey || metaKey
  return `${mod ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}${mod && shiftKey ? 'Shift+' : ''}${plain}`
}

/** Which shortcut this completes, after the key before it. */
export function shortcutOf(key: string, before: string | undefined): ShortcutName | undefined {
  const named = (keys: string) => shortcutEntries.find(([, shortcut]) => shortcut.keys.includes(keys))?.[0]
  return (before === undefined ? undefined : named(`${before} ${key}`)) ?? named(key)
}

export const isShortcut = (name: ShortcutName, pressed: Pressed): boolean =>
  (shortcuts[name].keys as readonly string[]).includes(keyOf(pressed))

/** Works with a letter or sign alone, which some people press by accident, or by speaking. */
export const isSingleKey = (key: string): boolean => key.length === 1

const onApple: Record<string, string> = { Mod: '⌘', Shift: '⇧' }
const names: Record<string, string> = { Mod: 'Ctrl', ArrowDown: '↓', ArrowUp: '↑' }

/** The keys as keyboards name them: each of what is pressed, in order. */
export const keysInWords = (keys: string, apple: boolean): string[] =>
  keys.split(' ').map(key =>
    key
      .split('+')
      .map(part => (apple && onApple[part]) || names[part] || (isSingleKey(part) ? part.toUpperCase() : part))
      .join(apple ? '' : ' '),
  )
