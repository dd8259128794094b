import { useEffect, useRef } from 'react'
import { isTextField } from '../form/is-text-field.ts'
import { isSingleKey, keyOf, shortcutOf } from './keys.ts'
import { type Shortcut, type ShortcutName, shortcuts } from './shortcuts.ts'
import { singleKeysAreOn } from './single-keys.ts'

/** `false`: it does not apply here, and the key keeps the meaning that it has in the browser. */
type Acts = Partial<Record<ShortcutName, (event: KeyboardEvent) => unknown>>

/** How long after the first key of two the second counts. */
const PATIENCE_MS = 1_500

/** The newest first: what a page does comes before what the frame does. */
const listening: (() => Acts)[] = []
let before: { key: string; at: number } | undefined

function onKeyDown(event: KeyboardEvent): void {
  // A key that is only held, as Shift before `?`, is none yet.
  if (event.defaultPrevented || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
  const key = keyOf(event)
  if (isSingleKey(key) && !singleKeysAreOn()) return
  const isRecent = before !== undefined && event.timeStamp - before.at < PATIENCE_MS
  const name = shortcutOf(key, isRecent ? before?.key : undefined)
  before = { key, at: event.timeStamp }
  if (name === undefined) return
  const { whileTyping }: Shortcut = shortcuts[name]
  if (!whileTyping && takesLetters(event.target)) return
  // An open dialog comes first. What is never the browser's, such as its search, is not then either.
  if (document.querySelector('dialog[open]') !== null) {
    if (whileTyping) event.preventDefault()
    return
  }
  for (const acts of listening) {
    const act = acts()[name]
    if (act === undefined || act(event) === false) continue
    event.preventDefault()
    before = undefined
    return
  }
}

/** A list to choose from goes to what begins with the letter. */
const takesLetters = (target: EventTarget | null) =>
  isTextField(target) || (target instanceof Element && target.closest('select') !== null)

/** What the shortcuts do while this is shown. */
export function useShortcuts(acts: Acts): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const own = () => latest.current
    if (listening.length === 0) window.addEventListener('keydown', onKeyDown)
    listening.unshift(own)
    return () => {
      listening.splice(listening.indexOf(own), 1)
      if (listening.length === 0) window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}
