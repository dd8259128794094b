import { useState } from 'react'
import { readSetupLink, setUp } from '../../api/dashboard.ts'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { PasswordField } from '../../components/form/PasswordField.tsx'
import { PersonNameField } from '../../components/form/PersonNameField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { useSignIn } from '../../features/sign-in/use-sign-in.ts'
import { t } from '../../language/words.ts'
import { useEnter } from '../../session/use-enter.ts'
import { LinkPage } from './LinkPage.tsx'
import { SecondFactorPage } from './SecondFactorPage.tsx'
import { SignedOutFrame } from './SignedOutFrame.tsx'

/** The first member creates an account by the set-up link. */
export const SetupPage = () => (
  <LinkPage
    kind="setup"
    documentTitle={t`Set up`}
    title={t`Set up Millrace`}
    remedy={t`Get a new one with: npx millrace setup-link`}
    read={readSetupLink}
  >
    {(token, { organisation_name }) => <SetupForm token={token} organisation={organisation_name} />}
  </LinkPage>
)

function SetupForm({ token, organisation }: { token: string; organisation: string | null }) {
  const [given, setGiven] = useState({ organisation_name: '', name: '', email: '', password: '' })
  const { organisation_name, ...person } = given
  const enter = useEnter()
  const { submission, question, back } = useSignIn(
    () => setUp(token, organisation === null ? { ...person, organisation_name } : person),
    enter,
  )
  const field = fieldsOf(given, part => setGiven({ ...given, ...part }), submission.failure)
  if (question) return <SecondFactorPage question={question} onDone={enter} onBack={back} />
  return (
    <SignedOutFrame title={organisation === null ? t`Set up Millrace` : t`Set up ${organisation}`}>
      <p>{t`You will be its first member and owner, and can invite others.`}</p>
      <Form submission={submission} action={t`Create account`}>
        {organisation === null && (
          <TextField
            label={t`Organisation`}
            autoComplete="organization"
            required
            maxLength={100}
            {...field('organisation_name')}
          />
        )}
        <PersonNameField autoFocus {...field('name')} />
        <TextField label={t`E-mail`} type="email" autoComplete="username" required {...field('email')} />
        <PasswordField chosen {...field('password')} />
      </Form>
    </SignedOutFrame>
  )
}
