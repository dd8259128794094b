import type { ConnectionRepair, WholeConnection } from '@millrace/contract/dashboard/connections'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { callOff } from '../../../api/replays.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { FailureNote } from '../../../components/FailureNote.tsx'
import { Loaded } from '../../../components/list/Loaded.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { plural, t } from '../../../language/words.ts'
import { deliveriesKey, repairKey, startRepair, useRepair } from '../shared/connection-calls.ts'
import styles from './mapping.module.css'
import { differenceInWords, repairInWords } from './repair-in-words.ts'

/** After a changed mapping: what stored deliveries would make now, and making what is new. */
export function RepairPanel({ connection }: { connection: WholeConnection }) {
  const repair = useRepair(connection.id)
  return (
    <Panel title={t`Repair`}>
      <p>
        {t`Compare what stored deliveries would make by this version with the events that they made. You can then create the new ones. Events that exist are not changed.`}
      </p>
      <Loaded query={repair}>{latest => <Latest connection={connection} latest={latest} />}</Loaded>
    </Panel>
  )
}

function Latest({ connection, latest }: { connection: WholeConnection; latest: ConnectionRepair }) {
  const { id, mapping_version } = connection
  const { job, version, applies, differences } = latest
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const changed = () => {
    for (const queryKey of [repairKey(id), deliveriesKey]) void queries.invalidateQueries({ queryKey })
  }
  const comparing = useSubmit(() => startRepair(id, false), changed)
  const stopping = useSubmit(() => callOff(job?.id ?? ''), changed)
  const isRunning = job?.status === 'running'
  const found = job?.status === 'done' && !applies && version === mapping_version ? foundIn(job.result) : 0
  return (
    <>
      {job !== null && (
        <p role="status">
          {`${version === mapping_version ? '' : t`Version ${String(version)}: `}${repairInWords(latest)}`}
        </p>
      )}
      {!isRunning && !applies && differences.length > 0 && (
        <ul className={styles.reasons} aria-label={t`Differences`}>
          {differences.map(one => (
            <li key={`${one.kind} ${one.delivery_id} ${one.event_id}`}>
              <Link to={`/marketplace/connections/${id}/deliveries/${one.delivery_id}`}>{t`Delivery`}</Link>
              {`: ${differenceInWords(one)}.`}
            </li>
          ))}
        </ul>
      )}
      <FailureNote failure={comparing.failure ?? stopping.failure} />
      <div className={styles.actions}>
        {found > 0 && (
          <Button
            onClick={() => setAsking(true)}
          >{t`Create ${plural(found, '# event', '# events')}…`}</Button>
        )}
        {isRunning ? (
          <Button quiet busy={stopping.busy} onClick={() => void stopping.submit()}>
            {t`Stop`}
          </Button>
        ) : (
          <Button quiet busy={comparing.busy} onClick={() => void comparing.submit()}>
            {t`Compare stored deliveries`}
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={t`Create ${plural(found, '# event', '# events')}?`}
          action={t`Create`}
          send={() => startRepair(id, true)}
          onDone={() => {
            changed()
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            {t`Workflows that listen to their source start runs for them, with messages and points, as for any new event.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const foundIn = (result: object | null): number => (result as { new?: number } | null)?.new ?? 0
