import { useState } from 'react'
import { plural, t } from '../../language/words.ts'
import { Button } from '../Button.tsx'
import styles from './Bulk.module.css'
import { BulkDialog } from './BulkDialog.tsx'
import type { Bulk, BulkAction } from './bulk-action.ts'

export interface BulkBarProps<Row> {
  bulk: Bulk<Row>
  /** Those that are selected. */
  rows: readonly Row[]
  keyOf(row: Row): string
  onClear(): void
}

/** How many rows are selected, and what can be done with them. */
export default function BulkBar<Row>({ bulk, rows, keyOf, onClear }: BulkBarProps<Row>) {
  const [asking, setAsking] = useState<BulkAction<Row>>()
  const possible = bulk.actions.filter(({ fits }) => fits === undefined || rows.some(row => fits(row)))
  return (
    <>
      {rows.length > 0 && (
        <section className={styles.bar} aria-label={t`Selected rows`}>
          <strong role="status">{plural(rows.length, '# selected', '# selected')}</strong>
          {possible.map(action => (
            <Button key={action.name} quiet danger={action.danger === true} onClick={() => setAsking(action)}>
              {action.name}
            </Button>
          ))}
          <Button quiet onClick={onClear}>
            {t`Clear selection`}
          </Button>
        </section>
      )}
      {asking && (
        <BulkDialog
          bulk={bulk}
          action={asking}
          rows={rows}
          keyOf={keyOf}
          onClose={done => {
            setAsking(undefined)
            if (done) onClear()
          }}
        />
      )}
    </>
  )
}
