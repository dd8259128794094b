import type { Role } from '@millrace/contract/member'
import type { InvitationLook } from '@millrace/contract/session'
import { useState } from 'react'
import type { Static } from 'typebox'
import { acceptInvitation, readInvitation } from '../../api/dashboard.ts'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { PasswordField } from '../../components/form/PasswordField.tsx'
import { PersonNameField } from '../../components/form/PersonNameField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { useSignIn } from '../../features/sign-in/use-sign-in.ts'
import { rich, t } from '../../language/words.ts'
import { useEnter } from '../../session/use-enter.ts'
import { LinkPage } from './LinkPage.tsx'
import { SecondFactorPage } from './SecondFactorPage.tsx'
import { SignedOutFrame } from './SignedOutFrame.tsx'

const roles: Readonly<Record<Role, string>> = {
  staff: t`a member of staff`,
  viewer: t`a viewer`,
  editor: t`an editor`,
  owner: t`an owner`,
}

export const InvitationPage = () => (
  <LinkPage
    kind="invitation"
    documentTitle={t`Invitation`}
    title={t`Invitation`}
    remedy={t`Ask the person who invited you for a new link.`}
    read={readInvitation}
  >
    {(token, invitation) => <AcceptForm token={token} invitation={invitation} />}
  </LinkPage>
)

interface AcceptFormProps {
  token: string
  invitation: Static<typeof InvitationLook>
}

function AcceptForm({ token, invitation }: AcceptFormProps) {
  const { organisation_name, email, role } = invitation
  const [given, setGiven] = useState({ name: '', password: '' })
  const enter = useEnter()
  const { submission, question, back } = useSignIn(() => acceptInvitation(token, given), enter)
  const field = fieldsOf(given, part => setGiven({ ...given, ...part }), submission.failure)
  if (question) return <SecondFactorPage question={question} onDone={enter} onBack={back} />
  return (
    <SignedOutFrame title={t`Join ${organisation_name}`}>
      <p>
        {rich`You are invited as ${roles[role]}. Choose a password. If you already use Millrace with this address, enter that password to keep one account.`}
      </p>
      <Form submission={submission} action={t`Accept invitation`}>
        <TextField label={t`E-mail`} name="email" autoComplete="username" value={email} readOnly />
        <PersonNameField autoFocus {...field('name')} />
        <PasswordField chosen {...field('password')} />
      </Form>
    </SignedOutFrame>
  )
}
