import type { BulkCancel } from '@millrace/contract/dashboard/runs'
import { useState } from 'react'
import { cancelRuns, type RunFilter, retryRuns } from '../../api/management.ts'
import { Button } from '../../components/Button.tsx'
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
      {status === 'failed' && <Button onClick={() => setAsking('retry')}>Retry all…</Button>}
      {open.includes(status) && (
        <Button quiet onClick={() => setAsking('cancel')}>
          Cancel all…
        </Button>
      )}
      {asking === 'retry' && (
        <BulkDialog
          title="Retry failed runs?"
          verb="Retry"
          filter={{ ...chosen, status: 'failed' }}
          about="Each run continues from the step that failed. Earlier steps are not repeated."
          send={cursor => retryRuns({ ...chosen, ...(cursor === undefined ? {} : { cursor }) })}
          onClose={close}
        />
      )}
      {asking === 'cancel' && (
        <BulkDialog
          title={`Cancel ${status} runs?`}
          verb="Cancel"
          danger
          filter={{ ...chosen, status }}
          about="They end at once. Finished steps are not undone, and the remaining steps will not happen."
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
