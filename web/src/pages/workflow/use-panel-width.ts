import { useState } from 'react'

/** Whether the panel beside the canvas is wide. Kept in the browser: it depends on the screen, not on the member. */
const KEY = 'millrace.wide-panel'

export function usePanelWidth(): [isWide: boolean, set: (isWide: boolean) => void] {
  const [isWide, setWide] = useState(read)
  return [
    isWide,
    next => {
      setWide(next)
      store(next)
    },
  ]
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes'
  } catch {
    return false
  }
}

function store(isWide: boolean): void {
  try {
    if (isWide) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch {
    // Storage can be disabled; the choice then lasts until the page is left.
  }
}
