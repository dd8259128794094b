import type { RunInList } from '@millrace/contract/dashboard/runs'
import { useState } from 'react'
import { cancelRun, retryRun } from '../../api/management.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { isFinished } from '../../features/run/run-status.ts'
import { rich, t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'

/** Retries a failed run, or cancels one that is not finished. */
export function RunActions({ run }: { run: RunInList }) {
  const { role } = useSignedIn()
  const [asking, setAsking] = useState(false)
  const done = useChanged([['run', run.id], ['runs']], () => setAsking(false))
  const retry = useSubmit(() => retryRun(run.id), done)
  if (role === 'viewer') return null
  return (
    <>
      {run.status === 'failed' && (
        <Button busy={retry.busy} onClick={retry.submit}>
          {t`Retry from the failed step`}
        </Button>
      )}
      {retry.failure && <span role="alert">{retry.failure.message}</span>}
      {!isFinished(run) && (
        <Button quiet onClick={() => setAsking(true)}>
          {t`Cancel run…`}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={t`Cancel this run?`}
          action={t`Cancel run`}
          send={() => cancelRun(run.id)}
          onDone={done}
          onClose={() => setAsking(false)}
        >
          <p>
            {rich`The run ends at once, only for ${run.guest_name ?? t`this guest`}. Finished steps are not undone, and the remaining steps will not happen.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
