import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeProfile } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { takeSession } from '../../session/use-session.ts'
import { toast } from '../../toasts/toasts.ts'

const nothing = { current_password: '', new_password: '' }

export function PasswordPanel() {
  const queries = useQueryClient()
  const [given, setGiven] = useState(nothing)
  const submission = useSubmit(
    () => changeProfile(given),
    ({ session }) => {
      takeSession(queries, session)
      setGiven(nothing)
      toast('Your password is changed. Your other devices are signed out.', 'good')
    },
  )
  return (
    <Panel title="Password" narrow>
      <p>A new password signs you out on every other device.</p>
      <Form submission={submission} action="Change the password">
        <TextField
          label="Current password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          value={given.current_password}
          onChange={value => setGiven({ ...given, current_password: value })}
          failure={submission.failure}
        />
        <TextField
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          minLength={12}
          note="At least 12 characters. A few words in a row are easy to remember and hard to guess."
          value={given.new_password}
          onChange={value => setGiven({ ...given, new_password: value })}
          failure={submission.failure}
        />
      </Form>
    </Panel>
  )
}
