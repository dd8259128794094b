import type { NamedSecret } from '@millrace/contract/dashboard/secrets'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { TextField } from '../../components/form/TextField.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { MemberName } from '../../features/member/MemberName.tsx'
import { secretsKey, useSecrets } from '../../features/secret/use-secrets.ts'
import { rich, t } from '../../language/words.ts'
import { removeSecret, saveSecret } from './settings-calls.ts'

export function SecretsPanel() {
  const secrets = useSecrets()
  const [editing, setEditing] = useState<Pick<NamedSecret, 'name' | 'host'>>()
  const [removing, setRemoving] = useState<string>()
  const columns: Column<NamedSecret>[] = [
    { name: t`Name`, cell: ({ name }) => <code>{name}</code> },
    { name: t`Sent to`, long: true, cell: ({ host }) => host },
    { name: t`Saved`, cell: ({ updated_at }) => <Time at={updated_at} /> },
    { name: t`By`, long: true, cell: ({ saved_by }) => saved_by && <MemberName email={saved_by} /> },
    {
      name: t`Actions`,
      cell: ({ name, host }) => (
        <>
          <Button quiet onClick={() => setEditing({ name, host })}>
            {rich`Replace ${name}`}
          </Button>
          <Button quiet onClick={() => setRemoving(name)}>
            {rich`Remove ${name}`}
          </Button>
        </>
      ),
    },
  ]
  return (
    <Panel title={t`Secrets`}>
      <p>
        {t`Credentials for webhooks. Workflows refer to them by name, so they never appear in drafts, versions or exported files. Each is sent to one host only, and its value is never shown again.`}
      </p>
      <Loaded query={secrets}>
        {rows =>
          rows.length > 0 && (
            <Table label={t`Secrets`} rows={rows} columns={columns} keyOf={({ name }) => name} />
          )
        }
      </Loaded>
      <div>
        <Button quiet onClick={() => setEditing({ name: '', host: '' })}>
          {t`Add a secret…`}
        </Button>
      </div>
      {editing && <SecretDialog given={editing} onClose={() => setEditing(undefined)} />}
      {removing && <RemoveDialog name={removing} onClose={() => setRemoving(undefined)} />}
    </Panel>
  )
}

function SecretDialog({ given, onClose }: { given: Pick<NamedSecret, 'name' | 'host'>; onClose(): void }) {
  const [secret, setSecret] = useState({ ...given, value: '' })
  const submission = useSubmit(() => saveSecret(secret), useChanged([secretsKey], onClose))
  const field = fieldsOf(secret, part => setSecret({ ...secret, ...part }), submission.failure)
  return (
    <Dialog title={given.name === '' ? t`Add a secret` : t`Replace ${given.name}`} onClose={onClose}>
      <Form submission={submission} action={t`Save secret`} onCancel={onClose}>
        {given.name === '' && (
          <TextField
            label={t`Name`}
            required
            maxLength={50}
            note={t`Lowercase letters, digits and underscores, for example crm_token. Workflows use this name.`}
            {...field('name', 'name')}
          />
        )}
        <TextField
          label={t`Host`}
          required
          maxLength={253}
          note={t`The only host it is sent to, for example crm.example.com.`}
          {...field('host', 'host')}
        />
        <TextField
          label={t`Value`}
          type="password"
          autoComplete="new-password"
          required
          maxLength={4000}
          note={t`The whole value of the header, for example Bearer followed by a token. It is stored encrypted and never shown again.`}
          {...field('value', 'value')}
        />
      </Form>
    </Dialog>
  )
}

function RemoveDialog({ name, onClose }: { name: string; onClose(): void }) {
  return (
    <ConfirmDialog
      title={t`Remove ${name}?`}
      action={t`Remove secret`}
      send={() => removeSecret(name)}
      onDone={useChanged([secretsKey], onClose)}
      onClose={onClose}
    >
      <p>{t`Webhooks that use it will fail until you add a secret with this name again.`}</p>
    </ConfirmDialog>
  )
}
