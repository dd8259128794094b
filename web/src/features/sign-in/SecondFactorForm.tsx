import type { SecondFactorQuestion } from '@millrace/contract/second-factor'
import type { Session } from '@millrace/contract/session'
import { useState } from 'react'
import { giveSecondFactor } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { signWithPasskey } from './passkey.ts'
import styles from './SecondFactorForm.module.css'

export interface SecondFactorFormProps {
  question: SecondFactorQuestion
  onDone(answer: { session: Session }): void
  /** Back to the password. */
  onBack(): void
}

/** Asks for the second factor after the password: a passkey, a code of the app, or a recovery code. */
export function SecondFactorForm({ question, onDone, onBack }: SecondFactorFormProps) {
  const { ticket, methods } = question
  const [byCode, setByCode] = useState(!question.options)
  if (byCode) {
    return <CodeForm ticket={ticket} withApp={methods.includes('totp')} onDone={onDone} onBack={onBack} />
  }
  const hasCodes = methods.includes('totp') || methods.includes('recovery_code')
  return (
    <PasskeyWay
      question={question}
      onDone={onDone}
      onBack={onBack}
      {...(hasCodes ? { onCode: () => setByCode(true) } : {})}
    />
  )
}

interface PasskeyWayProps extends SecondFactorFormProps {
  /** To a code in its place, for a member who has some. */
  onCode?(): void
}

function PasskeyWay({ question, onDone, onBack, onCode }: PasskeyWayProps) {
  const { busy, failure, submit } = useSubmit(async () => {
    const signed = await signWithPasskey({ options: question.options ?? {} })
    return signed.ok ? giveSecondFactor({ ticket: question.ticket, passkey: signed.value }) : signed
  }, onDone)
  return (
    <div className={styles.way}>
      <p>{t`Your browser asks for your fingerprint, face or PIN.`}</p>
      <FailureNote failure={failure} />
      <div className={styles.actions}>
        <Button busy={busy} onClick={submit}>
          {t`Use your passkey`}
        </Button>
        {onCode && (
          <Button quiet onClick={onCode}>
            {t`Use a code`}
          </Button>
        )}
        <Button quiet onClick={onBack}>
          {t`Cancel`}
        </Button>
      </div>
    </div>
  )
}

interface CodeFormProps extends Pick<SecondFactorFormProps, 'onDone' | 'onBack'> {
  ticket: string
  withApp: boolean
}

function CodeForm({ ticket, withApp, onDone, onBack }: CodeFormProps) {
  const [code, setCode] = useState('')
  const submission = useSubmit(() => giveSecondFactor({ ticket, code: code.trim() }), onDone)
  return (
    <Form submission={submission} action={t`Continue`} onCancel={onBack}>
      <TextField
        label={withApp ? t`Code` : t`Recovery code`}
        name="code"
        required
        autoFocus
        autoComplete="one-time-code"
        minLength={6}
        maxLength={40}
        note={
          withApp
            ? t`Six digits from your authenticator app, or one of your recovery codes.`
            : t`One of the codes you saved when you set up your passkey.`
        }
        value={code}
        onChange={setCode}
        failure={submission.failure}
      />
    </Form>
  )
}
