import type { Session } from '@millrace/contract/session'
import { askForPasskey, signInByPasskey } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { t } from '../../language/words.ts'
import { signWithPasskey } from './passkey.ts'
import styles from './SecondFactorForm.module.css'

/** Browsers make no passkeys for a site whose address is a number. */
const isPossible = () => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

/** Signs in by a passkey alone, which is two factors in one. */
export function PasskeySignIn({ onDone }: { onDone(answer: { session: Session }): void }) {
  const { busy, failure, submit } = useSubmit(async () => {
    const question = await askForPasskey()
    if (!question.ok) return question
    const signed = await signWithPasskey(question.value)
    return signed.ok ? signInByPasskey({ ticket: question.value.ticket, passkey: signed.value }) : signed
  }, onDone)
  if (!isPossible()) return null
  return (
    <div className={styles.way}>
      <p className={styles.or}>{t`or`}</p>
      <FailureNote failure={failure} />
      <Button quiet busy={busy} onClick={submit}>
        {t`Sign in with a passkey`}
      </Button>
    </div>
  )
}
