import type { ReactNode } from 'react'
import { followRows } from './follow-row.ts'
import styles from './Table.module.css'

export interface Column<Row> {
  readonly name: string
  /** For screen readers only, where sighted readers need no heading. */
  readonly silent?: true
  readonly end?: true
  /** May hold long words, which break instead of widening the column. */
  readonly long?: true
  readonly cell: (row: Row) => ReactNode
  /** The cell in the file; absent: the file leaves the column out. */
  readonly text?: (row: Row) => unknown
}

export interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
}

/** On a phone each row is a card; the roles keep it a table for screen readers. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table role="table" aria-label={label} className={styles.table}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ name, silent, end }) => (
            <th key={name} role="columnheader" scope="col" data-end={end}>
              <span className={silent && 'visually-hidden'}>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" ref={followRows}>
        {rows.map(row => (
          <tr key={keyOf(row)} role="row">
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
        ))}
      </tbody>
    </table>
  )
}
