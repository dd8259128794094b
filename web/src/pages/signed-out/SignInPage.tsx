import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { signIn } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { nextPath } from '../../session/next-path.ts'
import { takeSession } from '../../session/use-session.ts'
import { SignedOutFrame } from './SignedOutFrame.tsx'

export function SignInPage() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const next = nextPath(useSearch())
  const submission = useSubmit(
    () => signIn({ email, password }),
    ({ session }) => {
      takeSession(queries, session)
      navigate(next, { replace: true })
    },
  )
  useEffect(() => {
    document.title = 'Sign in · Millrace'
  }, [])
  return (
    <SignedOutFrame
      title="Sign in"
      below={
        <p>
          Nobody has signed in here yet? Open the link that Millrace printed when it started, or get a new one
          with <code>npx millrace setup-link</code>. Others are invited by an owner.
        </p>
      }
    >
      <Form submission={submission} action="Sign in">
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={setEmail}
          failure={submission.failure}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
          failure={submission.failure}
        />
      </Form>
    </SignedOutFrame>
  )
}
