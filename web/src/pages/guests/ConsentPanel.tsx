import type { Guest } from '@millrace/contract/guest'
import { CLICK_COUNTING } from '@millrace/contract/topic'
import { useState } from 'react'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useSettings } from '../../components/time/use-zone.ts'
import { rich, t } from '../../language/words.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ConsentDialog } from './ConsentDialog.tsx'
import styles from './ConsentPanel.module.css'
import { type AskedChange, type ConsentField, consents, counted, reversed, turned } from './consent.ts'

/** The consents of the guest. Who changed one is recorded, and shown by the activity. */
export function ConsentPanel({ guest }: { guest: Guest }) {
  const mayEdit = useSignedIn().role !== 'viewer'
  const { topics = [], link_counting = 'none' } = useSettings() ?? {}
  const objects = guest.topics_off.includes(CLICK_COUNTING)
  // As it was when the dialog opened, so that changes by another member are not reverted.
  const [asking, setAsking] = useState<AskedChange>()
  return (
    <Panel title={t`Consent`}>
      <ul className={styles.list}>
        {(Object.keys(consents) as ConsentField[]).map(field => {
          const { state, tone, act } = consents[field][guest[field] ? 'on' : 'off']
          const waits = field === 'email_consent' && guest.email_asked_at !== null
          return (
            <li key={field}>
              <strong>{consents[field].name}</strong>
              {waits ? <Badge tone="warn">{t`asked to confirm`}</Badge> : <Badge tone={tone}>{state}</Badge>}
              {mayEdit && (
                <Button quiet onClick={() => setAsking(reversed(guest, field))}>
                  {act}
                </Button>
              )}
            </li>
          )
        })}
        {topics.map(topic => {
          const off = guest.topics_off.includes(topic.id)
          const asked = turned(topic, off)
          return (
            <li key={topic.id}>
              <strong>{rich`Topic: ${topic.name}`}</strong>
              <Badge tone={off ? 'quiet' : 'good'}>{off ? t`turned off` : t`on`}</Badge>
              {mayEdit && (
                <Button quiet onClick={() => setAsking(asked)}>
                  {asked.act}
                </Button>
              )}
            </li>
          )
        })}
        {(objects || link_counting !== 'none') && (
          <li>
            <strong>{t`Click counting`}</strong>
            <Badge tone={objects ? 'quiet' : 'good'}>{objects ? t`objected` : t`on`}</Badge>
            {mayEdit && (
              <Button quiet onClick={() => setAsking(counted(objects))}>
                {counted(objects).act}
              </Button>
            )}
          </li>
        )}
      </ul>
      {asking && <ConsentDialog guest={guest} asked={asking} onClose={() => setAsking(undefined)} />}
    </Panel>
  )
}
