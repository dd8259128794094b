import { useState } from 'react'
import { readResetLink, resetPassword } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { PasswordField } from '../../components/form/PasswordField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { toast } from '../../toasts/toasts.ts'
import { LinkPage } from './LinkPage.tsx'
import { SignedOutFrame } from './SignedOutFrame.tsx'

/** Chooses a new password by a link for a forgotten one. The member signs in with it afterwards. */
export const ResetPassword = ({ onDone }: { onDone(): void }) => (
  <LinkPage
    kind="reset"
    documentTitle="A new password"
    title="A new password"
    remedy="Ask whoever gave it to you for a new one."
    read={readResetLink}
  >
    {(token, { email }) => <ResetForm token={token} email={email} onDone={onDone} />}
  </LinkPage>
)

function ResetForm({ token, email, onDone }: { token: string; email: string; onDone(): void }) {
  const [password, setPassword] = useState('')
  const submission = useSubmit(
    () => resetPassword(token, password),
    ({ message }) => {
      toast(message, 'good')
      onDone()
    },
  )
  return (
    <SignedOutFrame title="A new password">
      <p>Choose a new password. You are then signed out on every device, and sign in with it.</p>
      <Form submission={submission} action="Set the password">
        <TextField label="E-mail" name="email" autoComplete="username" value={email} readOnly />
        <PasswordField
          chosen
          label="New password"
          autoFocus
          value={password}
          onChange={setPassword}
          failure={submission.failure}
        />
      </Form>
    </SignedOutFrame>
  )
}
