import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/**
 * Who opens a step by keyboard is in its form at once, however many steps lie between it and the form, and Escape leads
 * back to the step.
 */
export function usePanelFocus(selected: string | undefined) {
  const panelRef = useRef<HTMLElement>(null)
  const [wanted, setWanted] = useState(0)
  // Once the panel is there, and after a dialog has given the focus back.
  useEffect(() => {
    if (wanted > 0) panelRef.current?.querySelector('h2')?.focus()
  }, [wanted])
  const onPanelKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || selected === undefined) return
    const box = `.react-flow__node[data-id="${CSS.escape(selected)}"] [data-box]`
    document.querySelector<HTMLElement>(box)?.focus()
  }
  return { panelRef, onPanelKey, focusPanel: () => setWanted(count => count + 1) }
}
