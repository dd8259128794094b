import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { readSetupLink, setUp } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Opening } from '../../components/Opening.tsx'
import { takeSession } from '../../session/use-session.ts'
import { LinkFailed } from './LinkFailed.tsx'
import { SignedOutFrame } from './SignedOutFrame.tsx'
import { isToken, useLink, useLinkToken } from './use-link.ts'

/** The first member chooses a password. There is no other way in before. */
export function SetupPage() {
  const token = useLinkToken()
  const link = useLink('setup', token, readSetupLink)
  useEffect(() => {
    document.title = 'Set up · Millrace'
  }, [])
  if (link.error || !isToken(token)) {
    return (
      <LinkFailed
        title="Set up Millrace"
        error={link.error}
        remedy="Get a new one with: npx millrace setup-link"
        retry={link.refetch}
      />
    )
  }
  if (link.data === undefined) return <Opening />
  return <SetupForm token={token} organisation={link.data.organisation_name} />
}

function SetupForm({ token, organisation }: { token: string; organisation: string | null }) {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [given, setGiven] = useState({ organisation_name: '', name: '', email: '', password: '' })
  const give = (field: keyof typeof given) => (value: string) => setGiven({ ...given, [field]: value })
  const { organisation_name, ...person } = given
  const submission = useSubmit(
    () => setUp(token, organisation === null ? { ...person, organisation_name } : person),
    ({ session }) => {
      takeSession(queries, session)
      navigate('/', { replace: true })
    },
  )
  const { failure } = submission
  return (
    <SignedOutFrame title={organisation === null ? 'Set up Millrace' : `Set up ${organisation}`}>
      <p>You will be its first member and owner, and can invite the others.</p>
      <Form submission={submission} action="Create your account">
        {organisation === null && (
          <TextField
            label="Organisation"
            name="organisation_name"
            autoComplete="organization"
            required
            maxLength={100}
            value={organisation_name}
            onChange={give('organisation_name')}
            failure={failure}
          />
        )}
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          required
          autoFocus
          maxLength={100}
          value={given.name}
          onChange={give('name')}
          failure={failure}
        />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          value={given.email}
          onChange={give('email')}
          failure={failure}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={12}
          note="At least 12 characters. A few words in a row are easy to remember and hard to guess."
          value={given.password}
          onChange={give('password')}
          failure={failure}
        />
      </Form>
    </SignedOutFrame>
  )
}
