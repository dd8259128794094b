/** Which columns a list shows. The address has their names, separated by commas; none: all of them. */

interface Named {
  readonly name: string
  readonly silent?: true
}

/** The first column leads to the row, and one without a heading has its buttons: both always stay. */
const isFixed = (column: Named, place: number) => place === 0 || column.silent === true

export const optional = <Column extends Named>(columns: readonly Column[]): readonly Column[] =>
  columns.filter((column, place) => !isFixed(column, place))

export function chosen<Column extends Named>(columns: readonly Column[], names: string): readonly Column[] {
  if (names === '') return columns
  const wanted = names.split(',')
  return columns.filter((column, place) => isFixed(column, place) || wanted.includes(column.name))
}

/** The names with one more or one less; empty once all are shown again. `none` stands for no optional column. */
export function toggled(columns: readonly Named[], names: string, name: string): string {
  const shown = optional(chosen(columns, names)).map(column => column.name)
  const wanted = shown.includes(name) ? shown.filter(one => one !== name) : [...shown, name]
  const next = optional(columns).filter(column => wanted.includes(column.name))
  if (next.length === optional(columns).length) return ''
  return next.map(column => column.name).join(',') || 'none'
}
