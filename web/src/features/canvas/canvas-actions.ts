import { createContext, useContext, useMemo, useRef } from 'react'
import type { Place } from '../workflow/document.ts'

export interface CanvasActions {
  select(id: string): void
  add(place: Place): void
}

export const CanvasActionsContext = createContext<CanvasActions>({ select: () => {}, add: () => {} })
export const useCanvasActions = (): CanvasActions => useContext(CanvasActionsContext)

/** The same functions at every render, so that a box is drawn again only when something in it changes. */
export function useSteadyActions(actions: CanvasActions): CanvasActions {
  const latest = useRef(actions)
  latest.current = actions
  return useMemo(
    () => ({ select: id => latest.current.select(id), add: place => latest.current.add(place) }),
    [],
  )
}
