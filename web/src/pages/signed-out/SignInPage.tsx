import { isSignOnProblem, signOnProblems } from '@millrace/contract/sign-on-problem'
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { signIn } from '../../api/dashboard.ts'
import { AppLoading } from '../../components/AppLoading.tsx'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { PasswordField } from '../../components/form/PasswordField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Note } from '../../components/Note.tsx'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { PasskeySignIn } from '../../features/sign-in/PasskeySignIn.tsx'
import { SingleSignOn } from '../../features/sign-in/SingleSignOn.tsx'
import { useSignIn } from '../../features/sign-in/use-sign-in.ts'
import { rich, t } from '../../language/words.ts'
import { nextPath } from '../../session/next-path.ts'
import { useEnter } from '../../session/use-enter.ts'
import { useSessionQuery } from '../../session/use-session.ts'
import { ResetPassword } from './ResetPassword.tsx'
import { SecondFactorPage } from './SecondFactorPage.tsx'
import { SignedOutFrame } from './SignedOutFrame.tsx'

/** The sign-in, and the form for a new password when opened by such a link. */
export function SignInPage() {
  // The link removes itself from the address, so the purpose is remembered.
  const [resets, setResets] = useState(() => new URLSearchParams(location.search).has('reset'))
  const signedOn = new URLSearchParams(useSearch()).has('signed_in')
  if (resets) return <ResetPassword onDone={() => setResets(false)} />
  return signedOn ? <AfterSignOn /> : <SignInForm />
}

/** Back from the identity provider, with a session. */
function AfterSignOn() {
  const enter = useEnter(nextPath(useSearch()))
  const { data: session, error } = useSessionQuery()
  useEffect(() => {
    if (session) enter({ session })
  }, [session, enter])
  return error === null ? <AppLoading /> : <SignInForm />
}

function SignInForm() {
  const [given, setGiven] = useState({ email: '', password: '' })
  const search = useSearch()
  const problem = new URLSearchParams(search).get('problem')
  const enter = useEnter(nextPath(search))
  const { submission, question, back } = useSignIn(() => signIn(given), enter)
  const field = fieldsOf(given, part => setGiven({ ...given, ...part }), submission.failure)
  useDocumentTitle(t`Sign in`)
  if (question) return <SecondFactorPage question={question} onDone={enter} onBack={back} />
  return (
    <SignedOutFrame
      title={t`Sign in`}
      below={
        <>
          <details>
            <summary>{t`First time here, or forgotten your password?`}</summary>
            <p>
              {rich`New members are invited by an owner. The first one opens the link that Millrace printed when it started, or gets a new one with ${<code>npx millrace setup-link</code>}.`}
            </p>
            <p>
              {rich`For a new password, ask an owner for a link. If you are the only owner, run ${<code>npx millrace members reset-link --email ADDRESS</code>}.`}
            </p>
          </details>
          <p>
            {rich`Connecting a till or a booking system? See the ${<a href="/developers">{t`developer page`}</a>}.`}
          </p>
        </>
      }
    >
      {isSignOnProblem(problem) && <Note tone="warn">{signOnProblems[problem]}</Note>}
      <Form submission={submission} action={t`Sign in`}>
        <TextField
          label={t`E-mail`}
          type="email"
          autoComplete="username"
          required
          autoFocus
          {...field('email')}
        />
        <PasswordField {...field('password')} />
      </Form>
      <PasskeySignIn onDone={enter} />
      <SingleSignOn email={given.email} />
    </SignedOutFrame>
  )
}
