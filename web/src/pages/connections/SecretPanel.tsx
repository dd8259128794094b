import { LONGEST_SECRET, pastedSecret, type WholeConnection } from '@millrace/contract/dashboard/connections'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { CheckField } from '../../components/form/CheckField.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Note } from '../../components/Note.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../language/words.ts'
import { ShownSecret } from './ShownSecret.tsx'
import { changeSecret, removePrevious } from './shared/connection-calls.ts'
import { useConnectionSaved } from './shared/use-connection-saved.ts'

/** The secret itself is never shown: whether there is one, and how to replace it. */
export function SecretPanel({ connection }: { connection: WholeConnection }) {
  const [open, setOpen] = useState<'change' | 'end'>()
  const close = () => setOpen(undefined)
  const saved = useConnectionSaved()
  if (connection.secret === 'missing') {
    return (
      <Panel title={connection.secret_name} narrow>
        <Note tone="warn">{t`Deliveries are refused until you enter it.`}</Note>
        <SecretForm connection={connection} onSaved={() => undefined} />
      </Panel>
    )
  }
  return (
    <Panel title={connection.secret_name}>
      <p>
        {connection.secret === 'set'
          ? t`Set. It is stored encrypted and not shown.`
          : t`Being replaced: deliveries with the previous secret are accepted too.`}
      </p>
      <div>
        <Button quiet onClick={() => setOpen('change')}>
          {t`Replace secret…`}
        </Button>{' '}
        {connection.secret === 'changing' && (
          <Button quiet onClick={() => setOpen('end')}>
            {t`Remove previous secret…`}
          </Button>
        )}
      </div>
      {open === 'change' && <ReplaceDialog connection={connection} onClose={close} />}
      {open === 'end' && (
        <ConfirmDialog
          title={t`Remove the previous secret?`}
          action={t`Remove previous secret`}
          send={() => removePrevious(connection.id)}
          onDone={answer => {
            saved(answer)
            close()
          }}
          onClose={close}
        >
          <p>{t`From now on, deliveries with the previous secret are refused.`}</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function ReplaceDialog({ connection, onClose }: { connection: WholeConnection; onClose(): void }) {
  const [made, setMade] = useState<string>()
  if (made !== undefined) {
    return (
      <Dialog wide title={t`New secret for ${connection.name}`} onClose={onClose}>
        <ShownSecret secret={made} />
        <div>
          <Button onClick={onClose}>{t`Done, I have saved the secret`}</Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={t`Replace the secret of ${connection.name}`} onClose={onClose}>
      <SecretForm
        connection={connection}
        onSaved={secret => (secret === null ? onClose() : setMade(secret))}
        onCancel={onClose}
      />
    </Dialog>
  )
}

function SecretForm({
  connection,
  onSaved,
  onCancel,
}: {
  connection: WholeConnection
  onSaved(made: string | null): void
  onCancel?(): void
}) {
  const { id, secret_from, secret: before } = connection
  const saved = useConnectionSaved()
  const [secret, setSecret] = useState('')
  const [keeps, setKeeps] = useState(true)
  const submission = useSubmit(
    () =>
      changeSecret(id, {
        ...(secret.trim() === '' ? {} : { secret: pastedSecret(secret) }),
        keep_previous: before !== 'missing' && keeps,
      }),
    answer => {
      saved(answer)
      onSaved(answer.secret)
    },
  )
  return (
    <Form submission={submission} action={t`Save secret`} {...(onCancel ? { onCancel } : {})}>
      <TextField
        label={connection.secret_name}
        name="secret"
        type="password"
        autoComplete="new-password"
        required={secret_from === 'them'}
        maxLength={LONGEST_SECRET}
        note={
          secret_from === 'us'
            ? t`Leave blank to have Millrace create one.`
            : t`Copy it from ${connection.vendor_name}. It is stored encrypted and not shown again.`
        }
        value={secret}
        onChange={setSecret}
        failure={submission.failure}
      />
      {before !== 'missing' && (
        <CheckField
          label={t`Accept the previous secret too`}
          value={keeps}
          onChange={setKeeps}
          note={t`Until you remove it. Untick this if the secret has leaked.`}
        />
      )}
    </Form>
  )
}
