import type { BulkAnswer, RunCount } from '@millrace/contract/dashboard/runs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../api/answer.ts'
import { countRuns, type RunFilter } from '../../api/management.ts'
import { asked } from '../../api/queries.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { Note } from '../../components/Note.tsx'
import { number } from '../../language/format.ts'
import { plural, t } from '../../language/words.ts'
import styles from './BulkDialog.module.css'
import { type BulkProgress, useBulk } from './use-bulk.ts'

export interface BulkDialogProps {
  title: string
  /** What the button says before how many it is about. */
  verb: string
  danger?: boolean
  filter: RunFilter
  about: string
  send(cursor: string | undefined): Promise<Answer<BulkAnswer>>
  onClose(): void
}

/** How many runs and guests it affects; then the progress. */
export function BulkDialog({ title, verb, danger = false, filter, about, send, onClose }: BulkDialogProps) {
  const queries = useQueryClient()
  const { progress, start, stop } = useBulk(send)
  const count = useQuery({
    queryKey: ['count-before', filter],
    queryFn: ({ signal }) => asked(countRuns(filter, signal)),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const begun = progress.working || progress.done + progress.left > 0 || progress.over
  const close = () => {
    stop()
    if (begun) void queries.invalidateQueries({ queryKey: ['runs'] })
    onClose()
  }
  return (
    <Dialog title={title} onClose={close}>
      <Loaded query={count}>
        {data => (
          <div className={styles.parts}>
            <p>
              <strong>{countInWords(data)}</strong> {data.runs > 0 && about}
            </p>
            {begun && (
              <div role="status">
                <Note tone={progress.over ? 'good' : 'quiet'}>{progressInWords(progress, data)}</Note>
              </div>
            )}
            <FailureNote failure={progress.failure} />
            <div className={styles.actions}>
              {!progress.over && (data.runs > 0 || data.more) && (
                <Button danger={danger} busy={progress.working} onClick={start}>
                  {begun ? t`Continue` : `${verb} ${data.runs === 0 ? t`older runs` : runsInWords(data)}`}
                </Button>
              )}
              {progress.working ? (
                <Button quiet onClick={stop}>
                  {t`Stop`}
                </Button>
              ) : (
                <Button quiet onClick={close}>
                  {begun ? t`Close` : t`Back`}
                </Button>
              )}
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

const atLeast = (count: number, more: boolean) => (more ? t`at least ${number(count)}` : number(count))
const runsInWords = ({ runs, more }: RunCount) =>
  runs === 1 && !more ? t`1 run` : t`${atLeast(runs, more)} runs`

function countInWords(count: RunCount): string {
  if (count.runs === 0) {
    return count.more
      ? t`None of the newest runs match. There may be older ones.`
      : t`No matching runs are left.`
  }
  const guests = plural(count.guests, '# guest', '# guests')
  return t`This affects ${runsInWords(count)} of ${guests}.`
}

function progressInWords({ done, left, over, working }: BulkProgress, { runs, more }: RunCount): string {
  const other = left === 0 ? '' : t` ${number(left)} had changed in the meantime and were left alone.`
  if (over) return t`Done: ${number(done)}.${other}`
  return (working ? '' : t`Stopped: `) + t`${number(done)} of ${atLeast(runs, more)} so far.${other}`
}
