import type { Session } from '@millrace/contract/session'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askToConfirm, chooseOrganisation, confirmSession, signIn } from '../api/dashboard.ts'
import { answerQuestion } from '../api/question.ts'
import { useSubmit } from '../api/use-submit.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialog/Dialog.tsx'
import { FailureNote } from '../components/FailureNote.tsx'
import { Form } from '../components/form/Form.tsx'
import { PasswordField } from '../components/form/PasswordField.tsx'
import { TextField } from '../components/form/TextField.tsx'
import { signWithPasskey } from '../features/sign-in/passkey.ts'
import { SecondFactorForm } from '../features/sign-in/SecondFactorForm.tsx'
import { SignOnElsewhere } from '../features/sign-in/SignOnElsewhere.tsx'
import { useSignIn } from '../features/sign-in/use-sign-in.ts'
import { t } from '../language/words.ts'
import { storeSession, useSignedIn } from '../session/use-session.ts'

/** Asks for what a call in progress needs. The page behind it keeps everything that was typed. */
export const SessionDialogs = ({ question }: { question: 'sign-in' | 'password' }) =>
  question === 'sign-in' ? <SignInPrompt /> : <PasswordPrompt />

function SignInPrompt() {
  const { member, organisation, single_sign_on } = useSignedIn()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  // A member of several organisations starts without one; this page needs the one it was opened for.
  const enter = async ({ session }: { session: Session }) => {
    if (session.organisation?.id !== organisation.id) {
      const chosen = await chooseOrganisation(organisation.id)
      if (chosen.ok) storeSession(queries, chosen.value.session)
    } else storeSession(queries, session)
    answerQuestion(true)
  }
  const { submission, question, back } = useSignIn(() => signIn({ email: member.email, password }), enter)
  if (question) {
    return (
      <Dialog title={t`Second factor`} onClose={() => answerQuestion(false)}>
        <SecondFactorForm question={question} onDone={enter} onBack={back} />
      </Dialog>
    )
  }
  if (single_sign_on) {
    return (
      <Dialog title={t`Your session has ended`} onClose={() => answerQuestion(false)}>
        <p>{t`Sign in again to continue. Nothing you entered was lost.`}</p>
        <SignOnElsewhere organisation={organisation.id} onDone={enter} />
      </Dialog>
    )
  }
  return (
    <Dialog title={t`Your session has ended`} onClose={() => answerQuestion(false)}>
      <p>{t`Sign in again to continue. Nothing you entered was lost.`}</p>
      <Form submission={submission} action={t`Sign in`}>
        <TextField
          label={t`E-mail`}
          name="email"
          type="email"
          autoComplete="username"
          value={member.email}
          readOnly
        />
        <PasswordField value={password} onChange={setPassword} failure={submission.failure} />
      </Form>
    </Dialog>
  )
}

function PasswordPrompt() {
  const { member, organisation, passkeys, single_sign_on } = useSignedIn()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const done = ({ session }: { session: Session }) => {
    storeSession(queries, session)
    answerQuestion(true)
  }
  const submission = useSubmit(() => confirmSession({ password }), done)
  const byPasskey = useSubmit(async () => {
    const question = await askToConfirm()
    if (!question.ok) return question
    const signed = await signWithPasskey(question.value)
    return signed.ok ? confirmSession({ ticket: question.value.ticket, passkey: signed.value }) : signed
  }, done)
  return (
    <Dialog title={t`Confirm it’s you`} onClose={() => answerQuestion(false)}>
      <p>{t`This changes who can see your guests’ data. You won’t be asked again for ten minutes.`}</p>
      {passkeys > 0 && (
        <>
          <div>
            <Button busy={byPasskey.busy} onClick={byPasskey.submit}>
              {t`Use your passkey`}
            </Button>
          </div>
          <FailureNote failure={byPasskey.failure} />
          <p>{single_sign_on ? t`Or sign in again:` : t`Or enter your password:`}</p>
        </>
      )}
      {single_sign_on ? (
        <SignOnElsewhere organisation={organisation.id} onDone={done} />
      ) : (
        <Form submission={submission} action={t`Confirm`} onCancel={() => answerQuestion(false)}>
          {/* For password managers, which look for an address beside the password. */}
          <input type="text" autoComplete="username" value={member.email} readOnly hidden />
          <PasswordField value={password} onChange={setPassword} failure={submission.failure} />
        </Form>
      )}
    </Dialog>
  )
}
