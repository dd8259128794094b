import type { ResetLook } from '@millrace/contract/dashboard/members'
import type { Message } from '@millrace/contract/member'
import { useEffect, useState } from 'react'
import type { Static } from 'typebox'
import { call } from '../../api/call.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Opening } from '../../components/Opening.tsx'
import { toast } from '../../toasts/toasts.ts'
import { LinkFailed } from './LinkFailed.tsx'
import { SignedOutFrame } from './SignedOutFrame.tsx'
import { isToken, useLink, useLinkToken } from './use-link.ts'

const readResetLink = (token: string) =>
  call<Static<typeof ResetLook>>('/session/reset', { headers: { 'x-link-token': token }, alone: true })
const resetPassword = (token: string, password: string) =>
  call<Static<typeof Message>>('/session/reset', { method: 'POST', json: { token, password }, alone: true })

/** Whoever was given a link for a forgotten password chooses a new one, and signs in with it. */
export function ResetPassword({ onDone }: { onDone(): void }) {
  const token = useLinkToken()
  const link = useLink('reset', token, readResetLink)
  useEffect(() => {
    document.title = 'A new password · Millrace'
  }, [])
  if (link.error || !isToken(token)) {
    return (
      <LinkFailed
        title="A new password"
        error={link.error}
        remedy="Ask whoever gave it to you for a new one."
        retry={link.refetch}
      />
    )
  }
  if (link.data === undefined) return <Opening />
  return <ResetForm token={token} email={link.data.email} onDone={onDone} />
}

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
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          autoFocus
          minLength={12}
          note="At least 12 characters. A few words in a row are easy to remember and hard to guess."
          value={password}
          onChange={setPassword}
          failure={submission.failure}
        />
      </Form>
    </SignedOutFrame>
  )
}
