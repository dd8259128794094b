import { useSyncExternalStore } from 'react'

let live = false
const listeners = new Set<() => void>()

export function setLive(next: boolean): void {
  if (next === live) return
  live = next
  for (const listener of listeners) listener()
}

function onLive(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the server announces changes; while it does not, pages poll. */
const useIsLive = (): boolean => useSyncExternalStore(onLive, () => live)

/** How often to poll for something the server announces: not at all while it does. */
export const usePace = (paceMs: number): number | false => (useIsLive() ? false : paceMs)
