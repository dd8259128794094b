/** By what a list is sorted, as it stands in the address: a name, or the name after a minus for the other way round. */
export interface Sorting {
  /** Empty: as usual. */
  readonly sort: string
  /** How the list is sorted when nobody chose. */
  readonly usual: string
  setSort(sort: string): void
}

export interface SortedColumn {
  /** The name by which it can be sorted. */
  readonly sort?: string
  /** It has times, the earliest of which matter first. */
  readonly soon?: true
  /** The largest or newest come first when it is chosen. */
  readonly down?: true
}

export type Direction = 'ascending' | 'descending'

/** How a list is sorted by a column now; undefined: by another one. */
export function directionBy({ sort: name }: SortedColumn, { sort, usual }: Sorting): Direction | undefined {
  const now = sort || usual
  if (name === undefined || now.replace(/^-/, '') !== name) return undefined
  return now.startsWith('-') ? 'descending' : 'ascending'
}

/** What a click on the heading of a column sorts by. */
export function nextSort(column: SortedColumn, sorting: Sorting): string {
  const direction = directionBy(column, sorting)
  const isDown = direction === undefined ? column.down === true : direction === 'ascending'
  const next = `${isDown ? '-' : ''}${column.sort}`
  return next === sorting.usual ? '' : next
}

/** Rows that are all there, by what stands in a column; what has nothing to sort by is last. */
export function sortRows<Row>(
  rows: readonly Row[],
  order: (row: Row) => string | number | null,
  direction: Direction,
): readonly Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => {
    const [a, b] = [order(one), order(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return (
      sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)))
    )
  })
}
