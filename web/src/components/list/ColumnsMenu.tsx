import { useId, useState } from 'react'
import { t } from '../../language/words.ts'
import { chosen, optional, toggled } from './chosen-columns.ts'
import styles from './SavedViews.module.css'
import type { Column } from './Table.tsx'

export interface ColumnsMenuProps<Row> {
  columns: readonly Column<Row>[]
  /** As the address has them. */
  names: string
  onChange(names: string): void
}

/** Which columns are shown. */
export function ColumnsMenu<Row>({ columns, names, onChange }: ColumnsMenuProps<Row>) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const choices = optional(columns)
  const shown = chosen(columns, names)
  if (choices.length === 0) return null
  return (
    <>
      <button type="button" className={styles.opener} popoverTarget={id}>
        {t`Columns`}
      </button>
      <fieldset
        id={id}
        popover="auto"
        className={styles.columns}
        onToggle={event => setOpen(event.newState === 'open')}
      >
        <legend>{t`Columns`}</legend>
        {open &&
          choices.map(column => (
            <label key={column.name}>
              <input
                type="checkbox"
                checked={shown.includes(column)}
                onChange={() => onChange(toggled(columns, names, column.name))}
              />
              {column.name}
            </label>
          ))}
      </fieldset>
    </>
  )
}
