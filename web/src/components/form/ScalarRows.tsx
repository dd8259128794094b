import { Rows } from './Rows.tsx'
import { ScalarFields, type ScalarFieldsProps } from './ScalarFields.tsx'
import { freshRow, type ScalarRow } from './scalar-row.ts'

export interface ScalarRowsProps extends Omit<ScalarFieldsProps, 'row' | 'onChange'> {
  /** What one of them is called. */
  what: string
  most: number
  rows: readonly ScalarRow[]
  onChange(rows: ScalarRow[]): void
}

/** A list of names with typed values. */
export const ScalarRows = ({ what, most, rows, onChange, ...fields }: ScalarRowsProps) => (
  <Rows<ScalarRow> what={what} rows={rows} fewest={0} most={most} fresh={freshRow} onChange={onChange}>
    {(row, change) => <ScalarFields {...fields} row={row} onChange={change} />}
  </Rows>
)
