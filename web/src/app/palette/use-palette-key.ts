import { useEffect, useRef } from 'react'

/** ⌘K, or Ctrl K where there is no ⌘. Not over an open dialog, which comes first. */
export function usePaletteKey(onOpen: () => void): void {
  const open = useRef(onOpen)
  open.current = onOpen
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) open.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
