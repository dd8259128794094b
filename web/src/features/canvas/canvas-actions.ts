import type { NodeType } from '@millrace/contract/node'
import { createContext, type PointerEvent, useContext, useMemo, useRef } from 'react'
import type { Place } from '../workflow/document.ts'

/** What is dragged: a step of the workflow, with those that are selected with it, or a new one. */
export type Grabbed = { readonly step: string } | { readonly type: NodeType }

export interface CanvasActions {
  /** By keyboard, the focus goes to what opens. */
  select(id: string, by?: 'keyboard'): void
  /** Selects a step with others, or no longer. */
  toggle(id: string): void
  add(place: Place): void
  /** A button of the mouse went down on it: a drag, if it moves. */
  grab(event: PointerEvent, grabbed: Grabbed): void
}

export const CanvasActionsContext = createContext<CanvasActions>({
  select: () => {},
  toggle: () => {},
  add: () => {},
  grab: () => {},
})
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
