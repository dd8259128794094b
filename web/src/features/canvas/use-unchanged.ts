import { useRef } from 'react'

/**
 * The same objects as before for those that have not changed. React Flow draws a box again when it gets another object,
 * and a key typed in one step would draw all of them. What is in them has to be data, without functions.
 */
export function useUnchanged<T extends { readonly id: string }>(items: readonly T[]): T[] {
  const known = useRef(new Map<string, { text: string; item: T }>())
  const list = useRef<T[]>([])
  const next = new Map(
    items.map(item => {
      const text = JSON.stringify(item)
      const before = known.current.get(item.id)
      return [item.id, before?.text === text ? before : { text, item }]
    }),
  )
  known.current = next
  const now = [...next.values()].map(({ item }) => item)
  const before = list.current
  // With another list, React Flow would look through all of them.
  if (now.length !== before.length || now.some((item, at) => item !== before[at])) list.current = now
  return list.current
}
