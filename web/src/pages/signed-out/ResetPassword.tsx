import { useState } from 'react'
import { readResetLink, resetPassword } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { PasswordField } from '../../components/form/PasswordField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { toast } from '../../toasts/toasts.ts'
import { LinkPage } from './LinkPage.tsx'
import { SignedOutFrame } from './SignedOutFrame.tsx'

/** Chooses a new password by a link for a forgotten one. The member signs in with it afterwards. */
export const ResetPassword = ({ onDone }: { onDone(): void }) => (
  <LinkPage
    kind="reset"
    documentTitle={t`New password`}
    title={t`New password`}
    remedy={t`Ask an owner for a new link.`}
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
    <SignedOutFrame title={t`New password`}>
      <p>{t`You will be signed out on every device, and can then sign in with the new password.`}</p>
      <Form submission={submission} action={t`Set password`}>
        <TextField label={t`E-mail`} name="email" autoComplete="username" value={email} readOnly />
        <PasswordField
          chosen
          label={t`New password`}
          autoFocus
          value={password}
          onChange={setPassword}
          failure={submission.failure}
        />
      </Form>
    </SignedOutFrame>
  )
}
