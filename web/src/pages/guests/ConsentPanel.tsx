import type { Guest } from '@millrace/contract/guest'
import { useState } from 'react'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useSignedIn } from '../../session/use-session.ts'
import { ConsentDialog } from './ConsentDialog.tsx'
import styles from './ConsentPanel.module.css'
import { type ConsentField, consents } from './consent.ts'

/** The consents of the guest. Who changed one is recorded, and shown by the activity. */
export function ConsentPanel({ guest }: { guest: Guest }) {
  const mayEdit = useSignedIn().role !== 'viewer'
  const [asking, setAsking] = useState<ConsentField>()
  return (
    <Panel title="Consent">
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
      {asking && <ConsentDialog guest={guest} field={asking} onClose={() => setAsking(undefined)} />}
    </Panel>
  )
}
