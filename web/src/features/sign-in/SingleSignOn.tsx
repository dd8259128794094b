import { useState } from 'react'
import { useSearch } from 'wouter'
import { beginSingleSignOn } from '../../api/dashboard.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Button } from '../../components/Button.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Form } from '../../components/form/Form.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { nextPath } from '../../session/next-path.ts'
import styles from './SecondFactorForm.module.css'

/**
 * Signs in at the identity provider: of the organisation that the address names, or else of the domain of an e-mail
 * address, which is asked for if none was entered above.
 */
export function SingleSignOn({ email }: { email: string }) {
  const search = useSearch()
  const given = new URLSearchParams(search)
  const organisation = given.get('organisation')
  const [typed, setTyped] = useState('')
  const [asking, setAsking] = useState(false)
  const submission = useSubmit(
    () =>
      beginSingleSignOn({
        ...(organisation === null ? { email: asking ? typed : email } : { organisation_id: organisation }),
        next: nextPath(search),
        again: given.has('again'),
      }),
    ({ url }) => location.assign(url),
  )
  if (asking) {
    return (
      <div className={styles.way}>
        <p className={styles.or}>{t`or`}</p>
        <Form
          submission={submission}
          action={t`Continue with single sign-on`}
          onCancel={() => setAsking(false)}
        >
          <TextField
            label={t`Work e-mail`}
            name="email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            note={t`Its domain leads to your organisation’s identity provider.`}
            value={typed}
            onChange={setTyped}
            failure={submission.failure}
          />
        </Form>
      </div>
    )
  }
  const start = organisation === null && email.trim() === '' ? () => setAsking(true) : submission.submit
  return (
    <div className={styles.way}>
      <p className={styles.or}>{t`or`}</p>
      <FailureNote failure={submission.failure} />
      <Button quiet busy={submission.busy} onClick={start}>
        {t`Continue with single sign-on`}
      </Button>
    </div>
  )
}
