import { useRef } from 'react'

/**
 * The same objects as before for those that have not changed. React Flow draws a box again when it gets another object,
 * and a key typed in one step would draw all of them. What is in them has to be data, without functions.
 */
export function useUnchanged<T extends { readonly id: string }>(items: readonly T[]): T[] {
  const known = useRef(new Map<string, { text: string; item: T }>())
  const next = new Map(
    items.map(item => {
      const text = JSON.stringify(item)
      const before = known.current.get(item.id)
      return [item.id, before?.text === text ? before : { text, item }]
    }),
  )
  known.current = next
  return [...next.values()].map(({ item }) => item)
}
