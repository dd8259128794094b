import { createContext, useContext, useMemo, useRef } from 'react'
import type { Place } from '../workflow/document.ts'

export interface CanvasActions {
  select(id: string): void
  add(place: Place): void
}

export const CanvasActionsContext = createContext<CanvasActions>({ select: () => {}, add: () => {} })
export const useCanvasActions = (): CanvasActions => useContext(CanvasActionsContext)

/** The same functions at every render, so that a box is drawn again only when something in it changes. */
export function useSteady<Actions extends { [Name in keyof Actions]: (...given: never[]) => unknown }>(
  actions: Actions,
): Actions {
  const latest = useRef(actions)
  latest.current = actions
  return useMemo(() => {
    const names = Object.keys(latest.current) as (keyof Actions)[]
    const steady = names.map(name => [name, (...given: never[]) => latest.current[name](...given)])
    return Object.fromEntries(steady)
  }, [])
}
