import type { Guest } from '@millrace/contract/guest'
import { useState } from 'react'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useSignedIn } from '../../session/use-session.ts'
import styles from './ConsentPanel.module.css'
import { type ConsentField, consents, turned } from './consent.ts'
import { changeGuest } from './guest-calls.ts'
import { useTakeGuest } from './use-take-guest.ts'

/** What the guest agreed to, each by itself. Who changed it is recorded, and told by the timeline. */
export function ConsentPanel({ guest }: { guest: Guest }) {
  const mayEdit = useSignedIn().role !== 'viewer'
  const take = useTakeGuest()
  const [asking, setAsking] = useState<ConsentField>()
  const words = asking && consents[asking][guest[asking] ? 'on' : 'off']
  return (
    <Panel title="May they be contacted?">
      <ul className={styles.list}>
        {(Object.keys(consents) as ConsentField[]).map(field => {
          const { state, tone, act } = consents[field][guest[field] ? 'on' : 'off']
          return (
            <li key={field}>
              <strong>{consents[field].name}</strong>
              <Badge tone={tone}>{state}</Badge>
              {mayEdit && (
                <Button quiet onClick={() => setAsking(field)}>
                  {act}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {asking && words && (
        <ConfirmDialog
          title={`${words.act}?`}
          action={words.act}
          send={() => changeGuest(guest.id, turned(guest, asking))}
          onDone={answer => {
            take(answer)
            setAsking(undefined)
          }}
          onClose={() => setAsking(undefined)}
        >
          <p>{words.means}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
