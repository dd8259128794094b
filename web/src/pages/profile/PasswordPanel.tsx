import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeProfile } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { PasswordField } from '../../components/form/PasswordField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../language/words.ts'
import { storeSession } from '../../session/use-session.ts'
import { toast } from '../../toasts/toasts.ts'

const nothing = { current_password: '', new_password: '' }

export function PasswordPanel() {
  const queries = useQueryClient()
  const [given, setGiven] = useState(nothing)
  const submission = useSubmit(
    () => changeProfile(given),
    ({ session }) => {
      storeSession(queries, session)
      setGiven(nothing)
      toast(t`Password changed. Your other devices are signed out.`, 'good')
    },
  )
  const field = fieldsOf(given, part => setGiven({ ...given, ...part }), submission.failure)
  return (
    <Panel title={t`Password`} narrow>
      <p>{t`A new password signs you out on every other device.`}</p>
      <Form submission={submission} action={t`Change password`}>
        <PasswordField label={t`Current password`} {...field('current_password')} />
        <PasswordField chosen label={t`New password`} {...field('new_password')} />
      </Form>
    </Panel>
  )
}
