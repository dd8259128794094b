import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { t } from '../../../language/words.ts'
import { pullNow, removePull } from '../shared/connection-calls.ts'
import { useConnectionSaved } from '../shared/use-connection-saved.ts'
import { PullForm } from './PullForm.tsx'
import styles from './pull.module.css'

/** For a system that sends nothing: where its pages are fetched. */
export function PullPanel({ connection }: { connection: WholeConnection }) {
  const { id, name, pull } = connection
  const [open, setOpen] = useState(false)
  const [stopping, setStopping] = useState(false)
  const saved = useConnectionSaved()
  const now = useSubmit(() => pullNow(id), saved)
  return (
    <Panel title={t`Fetch pages`}>
      <p>
        {t`For a system without webhooks: Millrace fetches an address on a schedule, and each page becomes a delivery.`}
      </p>
      {pull !== null && (
        <div className={styles.actions}>
          <Button quiet busy={now.busy} onClick={() => void now.submit()}>
            {t`Fetch now`}
          </Button>
          <Button quiet danger onClick={() => setStopping(true)}>
            {t`Stop fetching…`}
          </Button>
        </div>
      )}
      <FailureNote failure={now.failure} />
      {pull !== null || open ? (
        // Begins again where another address or none is stored.
        <PullForm key={pull?.url} connection={connection} />
      ) : (
        <div>
          <Button quiet onClick={() => setOpen(true)}>
            {t`Set up fetching`}
          </Button>
        </div>
      )}
      {stopping && (
        <ConfirmDialog
          title={t`Stop fetching for ${name}?`}
          action={t`Stop fetching`}
          send={() => removePull(id)}
          onDone={answer => {
            saved(answer)
            setStopping(false)
          }}
          onClose={() => setStopping(false)}
        >
          <p>{t`The address, its secret and the cursor are deleted. Deliveries and events stay.`}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
