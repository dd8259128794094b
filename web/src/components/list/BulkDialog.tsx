import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { plural, t } from '../../language/words.ts'
import { toast } from '../../toasts/toasts.ts'
import { Button } from '../Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { Note } from '../Note.tsx'
import { actOnAll, type BulkResult } from './act-on-all.ts'
import styles from './Bulk.module.css'
import type { Bulk, BulkAction } from './bulk-action.ts'

export interface BulkDialogProps<Row> {
  bulk: Bulk<Row>
  action: BulkAction<Row>
  /** All that are selected, also those that it cannot be done with. */
  rows: readonly Row[]
  keyOf(row: Row): string
  /** With whether all of them are done. */
  onClose(done: boolean): void
}

/** How many refusals are listed. */
const MOST_LISTED = 5

/** The one question, and then what came of it, row by row. */
export function BulkDialog<Row>({ bulk, action, rows, keyOf, onClose }: BulkDialogProps<Row>) {
  const queries = useQueryClient()
  // What it is about stays what was asked about, however the list changes meanwhile.
  const [fitting] = useState(() => rows.filter(row => action.fits?.(row) ?? true))
  const [given, setGiven] = useState(action.given?.first ?? '')
  const [result, setResult] = useState<BulkResult<Row>>()
  const [working, setWorking] = useState(false)
  const goOn = useRef(true)
  const stop = useCallback(() => {
    goOn.current = false
  }, [])
  // Leaving the page stops it, because the member could no longer do so.
  useEffect(() => stop, [stop])
  const { title, about, action: verb } = action.question(fitting.length)
  const others = rows.length - fitting.length
  const close = () => {
    stop()
    onClose(result !== undefined && result.done === fitting.length)
  }
  const start = async () => {
    goOn.current = true
    setWorking(true)
    const end = await actOnAll(
      fitting,
      row => action.act(row, given),
      now => {
        setResult(now)
        return goOn.current
      },
    )
    setWorking(false)
    setResult(end)
    for (const key of bulk.changes) void queries.invalidateQueries({ queryKey: [key] })
    if (end.done < fitting.length) return
    toast(plural(end.done, '# done.', '# done.'), 'good')
    onClose(true)
  }
  const isOver = result !== undefined && !working
  return (
    <Dialog title={title} onClose={close}>
      <div className={styles.parts}>
        <p>{about}</p>
        {others > 0 && (
          <p>
            {plural(
              others,
              '# of the selected rows is left as it is: this can’t be done with it.',
              '# of the selected rows are left as they are: this can’t be done with them.',
            )}
          </p>
        )}
        {!isOver && action.given?.field(given, setGiven)}
        <div role="status">
          {result && <Outcome result={result} of={fitting.length} bulk={bulk} keyOf={keyOf} />}
        </div>
        <div className={styles.actions}>
          {!isOver && (
            <Button
              danger={action.danger === true}
              busy={working}
              disabled={action.given !== undefined && !action.given.optional && given.trim() === ''}
              onClick={start}
            >
              {verb}
            </Button>
          )}
          {working ? (
            <Button quiet onClick={stop}>
              {t`Stop`}
            </Button>
          ) : (
            <Button quiet onClick={close}>
              {isOver ? t`Close` : t`Cancel`}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

interface OutcomeProps<Row> {
  result: BulkResult<Row>
  of: number
  bulk: Bulk<Row>
  keyOf(row: Row): string
}

function Outcome<Row>({ result: { done, refused, left }, of, bulk, keyOf }: OutcomeProps<Row>) {
  return (
    <Note tone={refused.length > 0 ? 'warn' : 'quiet'}>
      <p>
        {t`${done} of ${of} done.`}
        {left > 0 && ` ${plural(left, '# not tried.', '# not tried.')}`}
        {refused.length > 0 && ` ${plural(refused.length, '# was refused:', '# were refused:')}`}
      </p>
      {refused.length > 0 && (
        <ul className={styles.refused}>
          {refused.slice(0, MOST_LISTED).map(({ row, failure }) => (
            <li key={keyOf(row)}>
              <strong>{bulk.nameOf(row)}</strong> {failure.message}
            </li>
          ))}
          {refused.length > MOST_LISTED && (
            <li>{plural(refused.length - MOST_LISTED, 'and # more', 'and # more')}</li>
          )}
        </ul>
      )}
    </Note>
  )
}
