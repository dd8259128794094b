import type { InvitationLook } from '@millrace/contract/session'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Static } from 'typebox'
import { useLocation } from 'wouter'
import { acceptInvitation, readInvitation } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Opening } from '../../components/Opening.tsx'
import { takeSession } from '../../session/use-session.ts'
import { LinkFailed } from './LinkFailed.tsx'
import { SignedOutFrame } from './SignedOutFrame.tsx'
import { isToken, useLink, useLinkToken } from './use-link.ts'

export function InvitationPage() {
  const token = useLinkToken()
  const link = useLink('invitation', token, readInvitation)
  useEffect(() => {
    document.title = 'Invitation · Millrace'
  }, [])
  if (link.error || !isToken(token)) {
    return (
      <LinkFailed
        title="Invitation"
        error={link.error}
        remedy="Ask whoever invited you for a new link."
        retry={link.refetch}
      />
    )
  }
  if (link.data === undefined) return <Opening />
  return <AcceptForm token={token} invitation={link.data} />
}

interface AcceptFormProps {
  token: string
  invitation: Static<typeof InvitationLook>
}

function AcceptForm({ token, invitation }: AcceptFormProps) {
  const { organisation_name, email, role, has_account } = invitation
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const submission = useSubmit(
    () => acceptInvitation(token, has_account ? { password } : { name, password }),
    ({ session }) => {
      takeSession(queries, session)
      navigate('/', { replace: true })
    },
  )
  return (
    <SignedOutFrame title={`Join ${organisation_name}`}>
      <p>
        You are invited as {role === 'viewer' ? 'a viewer' : `an ${role}`}.
        {has_account
          ? ' You have an account here: its password is enough.'
          : ' Choose a password for your account.'}
      </p>
      <Form submission={submission} action="Accept the invitation">
        <TextField label="E-mail" name="email" autoComplete="username" value={email} readOnly />
        {!has_account && (
          <TextField
            label="Your name"
            name="name"
            autoComplete="name"
            required
            autoFocus
            maxLength={100}
            value={name}
            onChange={setName}
            failure={submission.failure}
          />
        )}
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete={has_account ? 'current-password' : 'new-password'}
          required
          {...(has_account ? {} : { minLength: 12, note: 'At least 12 characters.' })}
          value={password}
          onChange={setPassword}
          failure={submission.failure}
        />
      </Form>
    </SignedOutFrame>
  )
}
