import type { GuestImport, RefusedRow } from '@millrace/contract/guest-import'

/** The columns of the file; `line` holds a row that could not be split into its cells. */
export const refusedColumns = ({ format, columns }: Pick<GuestImport, 'format' | 'columns'>): string[] => [
  ...(format === 'csv' ? Object.keys(columns) : []),
  'line',
]

/** With two columns that the file does not have itself. An import ignores them, so the file can be corrected and imported. */
export const refusedHeading = (columns: readonly string[]): string[] => [
  ...columns,
  'refused row',
  'refused because',
]

export const refusedCells = (
  columns: readonly string[],
  { row, reasons, values }: Pick<RefusedRow, 'row' | 'reasons' | 'values'>,
): string[] => [...columns.map(name => values[name] ?? ''), String(row), sentencesOf(reasons)]

const sentencesOf = (reasons: RefusedRow['reasons']) =>
  Object.entries(reasons)
    .flatMap(([column, sentences]) => sentences.map(sentence => `${column} ${sentence}`))
    .join('; ')
