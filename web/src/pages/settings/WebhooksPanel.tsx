import type { SettingsAnswer } from '@millrace/contract/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Note } from '../../components/Note.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { settingsKey } from '../../components/time/use-zone.ts'
import { rich, t } from '../../language/words.ts'
import { rotateWebhookSecret, testWebhook } from './settings-calls.ts'
import { TestForm } from './TestForm.tsx'

export function WebhooksPanel({ stored: { has_webhook_secret } }: { stored: SettingsAnswer }) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const action = has_webhook_secret ? t`Replace secret` : t`Create secret`
  return (
    <Panel title={t`Webhooks`}>
      <p>
        {rich`Every call is signed with the Standard Webhooks scheme, so that receivers can check that it comes from you. ${
          has_webhook_secret
            ? t`A secret is set. It is not shown again; if a receiver needs it, replace it.`
            : t`No secret yet. It is created with the first call, or here, where you can copy it.`
        }`}
      </p>
      <div>
        <Button quiet onClick={() => setAsking(true)}>
          {`${action}…`}
        </Button>
      </div>
      <TestForm
        label={t`Test call to`}
        name="url"
        type="url"
        note={t`A signed POST with a short JSON body.`}
        placeholder={t`https://example.com/hook`}
        action={t`Send test call`}
        send={url => testWebhook({ url })}
      />
      {asking && (
        <ConfirmDialog
          title={`${action}?`}
          action={action}
          send={rotateWebhookSecret}
          onDone={answer => {
            setAsking(false)
            setSecret(answer.secret)
            void queries.invalidateQueries({ queryKey: settingsKey })
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            {has_webhook_secret
              ? t`For 24 hours, calls are signed with the old and the new secret, so that you can update receivers one by one. After that the old one stops working. Guests are not affected.`
              : t`Calls are signed with it from now on. Guests are not affected.`}
          </p>
        </ConfirmDialog>
      )}
      {secret !== undefined && (
        <Dialog wide title={t`New secret`} onClose={() => setSecret(undefined)}>
          <Note tone="warn">{t`Add it to the receivers now. Millrace does not show it again.`}</Note>
          <SecretField label={t`Secret`} value={secret} />
          <div>
            <Button onClick={() => setSecret(undefined)}>{t`Done, I have saved the secret`}</Button>
          </div>
        </Dialog>
      )}
    </Panel>
  )
}
