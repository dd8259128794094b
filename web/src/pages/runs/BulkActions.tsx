import type { BulkCancel } from '@millrace/contract/dashboard/runs'
import type { RunStatus } from '@millrace/contract/run'
import { useState } from 'react'
import { cancelRuns, type RunFilter, retryRuns } from '../../api/management.ts'
import { Button } from '../../components/Button.tsx'
import { statusNames } from '../../features/run/run-status.ts'
import { t } from '../../language/words.ts'
import { BulkDialog } from './BulkDialog.tsx'

const open: readonly string[] = ['queued', 'running', 'waiting', 'paused'] satisfies BulkCancel['status'][]

/** The bulk actions for the filtered runs, depending on the chosen status. */
export function BulkActions({ filter }: { filter: RunFilter }) {
  const [asking, setAsking] = useState<'retry' | 'cancel'>()
  const { status = '', outcome = '', ...rest } = filter
  const chosen = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
  const close = () => setAsking(undefined)
  // Runs that can still be changed have no outcome.
  if (outcome !== '') return null
  return (
    <>
      {status === 'failed' && <Button onClick={() => setAsking('retry')}>{t`Retry all…`}</Button>}
      {open.includes(status) && (
        <Button quiet onClick={() => setAsking('cancel')}>
          {t`Cancel all…`}
        </Button>
      )}
      {asking === 'retry' && (
        <BulkDialog
          title={t`Retry failed runs?`}
          verb={t`Retry`}
          filter={{ ...chosen, status: 'failed' }}
          about={t`Each run continues from the step that failed. Earlier steps are not repeated.`}
          send={cursor => retryRuns({ ...chosen, ...(cursor === undefined ? {} : { cursor }) })}
          onClose={close}
        />
      )}
      {asking === 'cancel' && (
        <BulkDialog
          title={t`Cancel ${statusNames[status as RunStatus]} runs?`}
          verb={t`Cancel`}
          danger
          filter={{ ...chosen, status }}
          about={t`They end at once. Finished steps are not undone, and the remaining steps will not happen.`}
          send={cursor =>
            cancelRuns({
              ...chosen,
              status: status as BulkCancel['status'],
              ...(cursor === undefined ? {} : { cursor }),
            })
          }
          onClose={close}
        />
      )}
    </>
  )
}
