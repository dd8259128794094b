import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { signIn } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { nextPath } from '../../session/next-path.ts'
import { takeSession } from '../../session/use-session.ts'
import { ResetPassword } from './ResetPassword.tsx'
import { SignedOutFrame } from './SignedOutFrame.tsx'

/** Where somebody signs in, or chooses a new password by a link that was made for them. */
export function SignInPage() {
  // The link takes itself out of the address; what it was opened for stays.
  const [resets, setResets] = useState(() => new URLSearchParams(location.search).has('reset'))
  return resets ? <ResetPassword onDone={() => setResets(false)} /> : <SignInForm />
}

function SignInForm() {
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
        <>
          <p>
            Nobody has signed in here yet? Open the link that Millrace printed when it started, or get a new
            one with <code>npx millrace setup-link</code>. Others are invited by an owner.
          </p>
          <p>
            Forgotten your password? An owner makes you a link to choose a new one; the only owner gets theirs
            with <code>npx millrace members reset-link --email ADDRESS</code>.
          </p>
        </>
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
