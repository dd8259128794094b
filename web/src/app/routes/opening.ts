import { useSyncExternalStore } from 'react'
import { openWhenFetched } from './open-when-fetched.ts'
import { routeAt } from './route-at.ts'
import { routes } from './routes.ts'

let isOpening = false
const listeners = new Set<() => void>()

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const { aroundNav, cancel } = openWhenFetched(
  address => routeAt(routes, address),
  next => {
    isOpening = next
    for (const listener of listeners) listener()
  },
)
// Who goes back no longer wants the page that was to come.
window.addEventListener('popstate', cancel)

/** For the router of the dashboard. */
export { aroundNav }

/** Whether the files of the next page are still being fetched. */
export const useIsOpening = (): boolean => useSyncExternalStore(onChange, () => isOpening)
