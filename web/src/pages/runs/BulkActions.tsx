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
      {status === 'failed' && <Button onClick={() => setAsking('retry')}>Try all of them again …</Button>}
      {open.includes(status) && (
        <Button quiet onClick={() => setAsking('cancel')}>
          End all of them …
        </Button>
      )}
      {asking === 'retry' && (
        <BulkDialog
          title="Try failed runs again?"
          verb="Try again"
          filter={{ ...chosen, status: 'failed' }}
          about="Each goes on from the step that failed. What was done before it is not done again."
          send={cursor => retryRuns({ ...chosen, ...(cursor === undefined ? {} : { cursor }) })}
          onClose={close}
        />
      )}
      {asking === 'cancel' && (
        <BulkDialog
          title={`End runs that are ${status}?`}
          verb="End"
          danger
          filter={{ ...chosen, status }}
          about="They end at once, where they are. What they have done stays done; what they were waiting to do will not happen."
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
