import { useRef, useState } from 'react'

/** Which rows of a table are selected. */
export interface Selection {
  has(key: string): boolean
  /** With `through`: also all between this row and the one that was chosen before. */
  choose(key: string, chosen: boolean, through: boolean): void
  readonly all: boolean
  chooseAll(chosen: boolean): void
}

const none: ReadonlySet<string> = new Set()

/** Selected are only rows that are shown: what a filter hides is not acted on. */
export function useSelection<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const [picked, setPicked] = useState(none)
  const last = useRef<string>(undefined)
  const keys = rows.map(keyOf)
  const chosen = rows.filter(row => picked.has(keyOf(row)))
  const selection: Selection = {
    has: key => picked.has(key),
    choose(key, isChosen, through) {
      const span = through ? between(keys, last.current, key) : [key]
      last.current = key
      setPicked(before => changed(before, span, isChosen))
    },
    all: rows.length > 0 && chosen.length === rows.length,
    chooseAll: isChosen => setPicked(isChosen ? new Set(keys) : none),
  }
  return { selection, chosen, isUsed: picked.size > 0, clear: () => setPicked(none) }
}

function changed(
  before: ReadonlySet<string>,
  keys: readonly string[],
  isChosen: boolean,
): ReadonlySet<string> {
  const after = new Set(before)
  for (const key of keys) {
    if (isChosen) after.add(key)
    else after.delete(key)
  }
  return after
}

export function between(keys: readonly string[], one: string | undefined, other: string): readonly string[] {
  const places = [one === undefined ? -1 : keys.indexOf(one), keys.indexOf(other)]
  if (places.some(place => place < 0)) return [other]
  return keys.slice(Math.min(...places), Math.max(...places) + 1)
}
