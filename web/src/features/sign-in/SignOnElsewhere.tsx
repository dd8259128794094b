import type { Session } from '@millrace/contract/session'
import { readSession } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { t } from '../../language/words.ts'
import styles from './SecondFactorForm.module.css'

/** Signing in again at the identity provider, in another tab: this page keeps everything that was typed. */
export function SignOnElsewhere({
  organisation,
  onDone,
}: {
  organisation: string
  onDone(answer: { session: Session }): void
}) {
  const { busy, failure, submit } = useSubmit(() => readSession(new AbortController().signal), onDone)
  return (
    <div className={styles.way}>
      <p>
        <a
          href={`/sign-in?${new URLSearchParams({ organisation, again: 'yes' })}`}
          target="_blank"
          rel="noreferrer"
        >
          {t`Continue with single sign-on in a new tab`}
        </a>
        {t`, then come back here.`}
      </p>
      <FailureNote failure={failure} />
      <Button busy={busy} onClick={submit}>
        {t`I have signed in`}
      </Button>
    </div>
  )
}
