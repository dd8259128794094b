import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeProfile } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { PersonNameField } from '../../components/form/PersonNameField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { membersKey } from '../../features/member/member-queries.ts'
import { t } from '../../language/words.ts'
import { storeSession, useSignedIn } from '../../session/use-session.ts'
import { toast } from '../../toasts/toasts.ts'

export function NamePanel() {
  const { member } = useSignedIn()
  const queries = useQueryClient()
  const [name, setName] = useState(member.name)
  const submission = useSubmit(
    () => changeProfile({ name }),
    ({ session }) => {
      storeSession(queries, session)
      void queries.invalidateQueries({ queryKey: membersKey })
      setName(session.member.name)
      toast(t`Name changed.`, 'good')
    },
  )
  return (
    <Panel title={t`Name`} narrow>
      <Form
        submission={submission}
        action={t`Save name`}
        unsaved={{ edited: name !== member.name, discard: () => setName(member.name) }}
      >
        <TextField label={t`E-mail`} name="email" value={member.email} readOnly />
        <PersonNameField name="name" value={name} onChange={setName} failure={submission.failure} />
      </Form>
    </Panel>
  )
}
