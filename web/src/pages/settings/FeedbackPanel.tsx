import { type EmailFeedback, feedbackProviders } from '@millrace/contract/email-feedback'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asked } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { TextField } from '../../components/form/TextField.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { number } from '../../language/format.ts'
import { meaning, rich, t } from '../../language/words.ts'
import styles from './FeedbackPanel.module.css'
import { feedbackSteps, refusalInWords } from './feedback-steps.ts'
import { listEmailFeedback, removeEmailFeedback, saveEmailFeedback } from './settings-calls.ts'

const feedbackKey = ['email-feedback']

/** Where the e-mail provider reports bounces and complaints. */
export function FeedbackPanel() {
  const feedback = useQuery({
    queryKey: feedbackKey,
    queryFn: async ({ signal }) => (await asked(listEmailFeedback(signal))).data,
  })
  const [editing, setEditing] = useState<EmailFeedback>()
  const [removing, setRemoving] = useState<EmailFeedback>()
  return (
    <Panel title={t`Bounces and complaints`}>
      <p>
        {t`Your e-mail provider can report which messages were delivered, bounced or were reported as spam. Addresses that do not exist, and those of guests who complain, are suppressed at once. Other addresses are suppressed after three bounces in a row.`}
      </p>
      <Loaded query={feedback}>
        {rows => (
          <Table
            label={t`Bounces and complaints`}
            rows={rows}
            columns={columnsOf(setEditing, setRemoving)}
            keyOf={({ provider }) => provider}
          />
        )}
      </Loaded>
      {editing && <SetUpDialog feedback={editing} onClose={() => setEditing(undefined)} />}
      {removing && <RemoveDialog feedback={removing} onClose={() => setRemoving(undefined)} />}
    </Panel>
  )
}

const columnsOf = (
  onEdit: (feedback: EmailFeedback) => void,
  onRemove: (feedback: EmailFeedback) => void,
): Column<EmailFeedback>[] => [
  { name: t`Provider`, cell: ({ provider }) => feedbackProviders[provider].name },
  {
    name: t`Status`,
    cell: ({ has_key }) => (
      <Badge tone={has_key ? 'good' : 'quiet'}>{has_key ? t`set up` : t`not set up`}</Badge>
    ),
  },
  { name: t`Reports`, long: true, cell: row => <Received {...row} /> },
  {
    name: t`Actions`,
    cell: row => (
      <>
        <Button quiet onClick={() => onEdit(row)}>
          {`${row.has_key ? meaning('verb')`Change` : t`Set up`} ${feedbackProviders[row.provider].name}…`}
        </Button>
        {row.has_key && (
          <Button quiet onClick={() => onRemove(row)}>
            {t`Turn off ${feedbackProviders[row.provider].name}…`}
          </Button>
        )}
      </>
    ),
  },
]

function Received({ recorded, unknown, refused, last_at, refused_at, refusal }: EmailFeedback) {
  if (last_at === null && refused_at === null) return t`None yet`
  return (
    <>
      {last_at !== null && (
        <p>
          {t`${number(recorded)} recorded, ${number(unknown)} about other messages. Last `}
          <Time at={last_at} />.
        </p>
      )}
      {refused_at !== null && (
        <p>
          {t`${number(refused)} refused. Last `}
          <Time at={refused_at} />
          {`: ${refusal === null ? 'unknown' : refusalInWords[refusal]}.`}
        </p>
      )}
    </>
  )
}

interface DialogProps {
  feedback: EmailFeedback
  onClose(): void
}

function SetUpDialog({ feedback: { provider, address, has_key }, onClose }: DialogProps) {
  const [form, setForm] = useState({ key: '' })
  const submission = useSubmit(
    () => saveEmailFeedback(provider, { key: form.key }),
    useChanged([feedbackKey], onClose),
  )
  const field = fieldsOf(form, part => setForm({ ...form, ...part }), submission.failure)
  const { steps, label, note } = feedbackSteps[provider]
  return (
    <Dialog wide title={t`${feedbackProviders[provider].name} reports`} onClose={onClose}>
      <SecretField label={t`Address`} value={address} />
      <ol className={styles.steps}>
        {steps.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Form submission={submission} action={t`Save`} onCancel={onClose}>
        <TextField
          label={label}
          type={provider === 'ses' ? 'text' : 'password'}
          autoComplete="new-password"
          required
          maxLength={1000}
          note={`${note}${has_key ? t` It replaces the stored one, which is never shown.` : ''}`}
          {...field('key', 'key')}
        />
      </Form>
    </Dialog>
  )
}

function RemoveDialog({ feedback: { provider }, onClose }: DialogProps) {
  const { name } = feedbackProviders[provider]
  return (
    <ConfirmDialog
      title={t`Turn off ${name} reports?`}
      action={t`Turn off`}
      send={() => removeEmailFeedback(provider)}
      onDone={useChanged([feedbackKey], onClose)}
      onClose={onClose}
    >
      <p>
        {rich`Millrace will refuse ${name} reports from now on. Suppressed addresses stay suppressed, and what was reported stays with the messages.`}
      </p>
    </ConfirmDialog>
  )
}
