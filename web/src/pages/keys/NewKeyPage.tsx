import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createKey } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { CheckField } from '../../components/form/CheckField.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../language/words.ts'
import { useIsOwner } from '../../session/use-session.ts'
import { ExampleCommands } from './ExampleCommands.tsx'
import type { KeySecret } from './env-file.ts'
import { FirstCall } from './FirstCall.tsx'
import { keysKey } from './key-queries.ts'
import { LimitFields } from './LimitFields.tsx'
import { noLimits, toLimits } from './limits.ts'
import { NewSecret } from './NewSecret.tsx'

/** The secret exists on this page only, and is gone when the page is left. */
export function NewKeyPage() {
  const isOwner = useIsOwner()
  const [created, setCreated] = useState<KeySecret>()
  return (
    <>
      <PageHead
        title={created ? created.name : t`Create New API Key`}
        trail={[{ label: t`Marketplace` }, { label: t`API Keys`, path: '/marketplace/api-keys' }]}
        about={created ? t`API key created. Save its secret, then try it.` : undefined}
      />
      {!isOwner && <Note tone="warn">{t`Only an owner can create a key.`}</Note>}
      {isOwner && !created && <NewKeyForm onCreated={setCreated} />}
      {created && (
        <>
          <FirstCall clientId={created.client_id} />
          <NewSecret secret={created} />
          <ExampleCommands secret={created} />
          <p>
            <LinkButton to={`/marketplace/api-keys/${created.client_id}`}>
              {t`Done, I have saved the secret`}
            </LinkButton>
          </p>
        </>
      )}
    </>
  )
}

function NewKeyForm({ onCreated }: { onCreated(key: KeySecret): void }) {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [limits, setLimits] = useState(noLimits)
  const [test, setTest] = useState(false)
  const submission = useSubmit(
    () => createKey({ name, ...toLimits(limits), test }),
    ({ key }) => {
      void queries.invalidateQueries({ queryKey: keysKey })
      onCreated(key)
    },
  )
  return (
    <Panel narrow>
      <Form
        submission={submission}
        action={t`Create key`}
        aside={
          <LinkButton quiet to="/marketplace/api-keys">
            {t`Cancel`}
          </LinkButton>
        }
      >
        <TextField
          label={t`Name`}
          name="name"
          required
          autoFocus
          maxLength={100}
          note={t`What will use it, for example “Till at the harbour”.`}
          value={name}
          onChange={setName}
          failure={submission.failure}
        />
        <LimitFields limits={limits} onChange={setLimits} failure={submission.failure} />
        <CheckField
          label={t`Test key`}
          note={t`Its events start runs that take every step but send nothing. This can’t be changed later.`}
          value={test}
          onChange={setTest}
        />
      </Form>
    </Panel>
  )
}
