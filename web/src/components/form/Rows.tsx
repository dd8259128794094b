import type { ReactNode } from 'react'
import { t } from '../../language/words.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import styles from './Rows.module.css'

export interface RowsProps<Row> {
  /** What one of them is called. */
  what: string
  rows: readonly Row[]
  fewest: number
  most: number
  fresh(): Row
  onChange(rows: Row[], about?: string): void
  children(row: Row, change: (row: Row, about?: string) => void, place: number): ReactNode
}

/** A list of equal rows, with buttons to add and remove. */
export function Rows<Row>({ what, rows, fewest, most, fresh, onChange, children }: RowsProps<Row>) {
  return (
    <div className={styles.rows}>
      {rows.map((row, place) => (
        // Rows have no ids; their position identifies them.
        <fieldset key={`${what} ${place}`} className={styles.row}>
          <legend>{`${what} ${place + 1}`}</legend>
          {children(
            row,
            (changed, about) =>
              onChange(
                rows.map((one, index) => (index === place ? changed : one)),
                about && `${place} ${about}`,
              ),
            place,
          )}
          {rows.length > fewest && (
            <IconButton
              danger
              icon="close"
              label={t`Remove ${what} ${place + 1}`}
              onClick={() => onChange(rows.filter((_row, index) => index !== place))}
            />
          )}
        </fieldset>
      ))}
      {rows.length < most && (
        <div>
          <Button quiet onClick={() => onChange([...rows, fresh()])}>{t`Add ${what.toLowerCase()}`}</Button>
        </div>
      )}
    </div>
  )
}
