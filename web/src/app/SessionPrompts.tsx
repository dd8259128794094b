import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { chooseOrganisation, confirmSession, signIn } from '../api/dashboard.ts'
import { answerQuestion, onQuestion, openQuestion } from '../api/question.ts'
import { useSubmit } from '../api/use-submit.ts'
import { Dialog } from '../components/dialog/Dialog.tsx'
import { Form } from '../components/form/Form.tsx'
import { PasswordField } from '../components/form/PasswordField.tsx'
import { TextField } from '../components/form/TextField.tsx'
import { storeSession, useSignedIn } from '../session/use-session.ts'

/** Asks for what a call in progress needs. The page behind it keeps everything that was typed. */
export function SessionPrompts() {
  const question = useSyncExternalStore(onQuestion, openQuestion)
  if (question === 'sign-in') return <SignInPrompt />
  if (question === 'password') return <PasswordPrompt />
  return null
}

function SignInPrompt() {
  const { member, organisation } = useSignedIn()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const send = async () => {
    const answer = await signIn({ email: member.email, password })
    if (!answer.ok || answer.value.session.organisation?.id === organisation.id) return answer
    // A member of several organisations starts without one; this page needs the one it was opened for.
    return chooseOrganisation(organisation.id)
  }
  const submission = useSubmit(send, ({ session }) => {
    storeSession(queries, session)
    answerQuestion(true)
  })
  return (
    <Dialog title="Your session has ended" onClose={() => answerQuestion(false)}>
      <p>Sign in again to go on. What you typed is still there.</p>
      <Form submission={submission} action="Sign in">
        <TextField
          label="E-mail"
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
  const { member } = useSignedIn()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const submission = useSubmit(
    () => confirmSession(password),
    ({ session }) => {
      storeSession(queries, session)
      answerQuestion(true)
    },
  )
  return (
    <Dialog title="Your password, please" onClose={() => answerQuestion(false)}>
      <p>This changes who can get at your guests’ data. You are not asked again for ten minutes.</p>
      <Form submission={submission} action="Confirm" onCancel={() => answerQuestion(false)}>
        {/* For password managers, which look for an address beside the password. */}
        <input type="text" autoComplete="username" value={member.email} readOnly hidden />
        <PasswordField value={password} onChange={setPassword} failure={submission.failure} />
      </Form>
    </Dialog>
  )
}
