import type { ReactNode } from 'react'
import { t } from '../../language/words.ts'
import { followRows, type Peeking } from './follow-row.ts'
import type { Selection } from './selection.ts'
import { directionBy, nextSort, type SortedColumn, type Sorting, sortRows } from './sorting.ts'
import styles from './Table.module.css'

export interface Column<Row> extends SortedColumn {
  readonly name: string
  /** For screen readers only, where sighted readers need no heading. */
  readonly silent?: true
  readonly end?: true
  /** May hold long words, which break instead of widening the column. */
  readonly long?: true
  readonly cell: (row: Row) => ReactNode
  /** The cell in the file; absent: the file leaves the column out. */
  readonly text?: (row: Row) => unknown
  /** What its rows are sorted by where they are all there; otherwise the server sorts them. */
  readonly order?: (row: Row) => string | number | null
}

export interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
  sorting?: Sorting | undefined
  selection?: Selection | undefined
  /** What names a row in its checkbox. */
  nameOf?: ((row: Row) => string) | undefined
  peeking?: Peeking | undefined
  /** The key of the row that a link was about. */
  meant?: string | undefined
}

/** On a phone each row is a card; the roles keep it a table for screen readers. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, keyOf, sorting, selection, nameOf = keyOf, peeking, meant } = props
  const sorted = sorting && columns.find(column => directionBy(column, sorting) !== undefined)
  const direction = sorting && sorted && directionBy(sorted, sorting)
  const rows = sorted?.order && direction ? sortRows(props.rows, sorted.order, direction) : props.rows
  return (
    <table role="table" aria-label={label} className={styles.table}>
      <thead role="rowgroup">
        <tr role="row">
          {selection && (
            <th role="columnheader" scope="col" className={styles.choice}>
              <label>
                <input
                  type="checkbox"
                  aria-label={t`Select all shown`}
                  checked={selection.all}
                  onChange={event => selection.chooseAll(event.target.checked)}
                />
              </label>
            </th>
          )}
          {columns.map(column => (
            <Heading key={column.name} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={body => followRows(body, peeking)}>
        {rows.map(row => {
          const key = keyOf(row)
          return (
            <tr
              key={key}
              role="row"
              data-key={key}
              data-chosen={selection?.has(key) || undefined}
              data-open={(peeking?.key ?? meant) === key || undefined}
            >
              {selection && (
                <td role="cell" className={styles.choice}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={t`Select ${nameOf(row)}`}
                      checked={selection.has(key)}
                      onChange={({ target, nativeEvent }) =>
                        selection.choose(
                          key,
                          target.checked,
                          nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
                        )
                      }
                    />
                  </label>
                </td>
              )}
              {columns.map(({ name, silent, end, long, cell }) => (
                <td
                  key={name}
                  role="cell"
                  data-end={end}
                  data-long={long}
                  data-name={silent ? undefined : name}
                >
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Heading<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { name, silent, end, sort } = column
  const direction = sorting && directionBy(column, sorting)
  return (
    <th role="columnheader" scope="col" data-end={end} aria-sort={direction}>
      {sorting && sort !== undefined ? (
        <button
          type="button"
          className={styles.sort}
          data-direction={direction}
          onClick={() => sorting.setSort(nextSort(column, sorting))}
        >
          {name}
        </button>
      ) : (
        <span className={silent && 'visually-hidden'}>{name}</span>
      )}
    </th>
  )
}
