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
import { rotateWebhookSecret, testWebhook } from './settings-calls.ts'
import { TestForm } from './TestForm.tsx'

export function WebhooksPanel({ stored: { has_webhook_secret } }: { stored: SettingsAnswer }) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const action = has_webhook_secret ? 'Replace the secret' : 'Make a secret'
  return (
    <Panel title="Webhooks">
      <p>
        Every call is signed by the Standard Webhooks scheme, so that its receiver can tell it is yours.{' '}
        {has_webhook_secret
          ? 'There is a secret. It is not shown; whoever needs it and does not have it needs a new one.'
          : 'There is no secret yet. It is made with the first call, or here, where you can copy it.'}
      </p>
      <div>
        <Button quiet onClick={() => setAsking(true)}>
          {action}
        </Button>
      </div>
      <TestForm
        label="Test call to"
        name="url"
        type="url"
        note="A signed POST with a short JSON text."
        placeholder="https://example.com/hook"
        action="Send a test call"
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
              ? 'For 24 hours calls are signed with the old secret and the new one, so that receivers can be changed over one by one. After that the old one counts no more. No guest notices.'
              : 'Calls are signed with it from now on. No guest notices.'}
          </p>
        </ConfirmDialog>
      )}
      {secret !== undefined && (
        <Dialog wide title="The new secret" onClose={() => setSecret(undefined)}>
          <Note tone="warn">Give it to the receivers now: Millrace does not show it again.</Note>
          <SecretField label="Secret" value={secret} />
          <div>
            <Button onClick={() => setSecret(undefined)}>Done, I have kept the secret</Button>
          </div>
        </Dialog>
      )}
    </Panel>
  )
}
