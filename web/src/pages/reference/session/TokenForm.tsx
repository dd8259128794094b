import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { CodeField } from '../../../components/form/CodeField.tsx'
import { requestToken } from './request-token.ts'
import { useSession } from './session.ts'
import styles from './TokenForm.module.css'

export function TokenForm({ tokenUrl }: { tokenUrl: string }) {
  const { session, start, forget } = useSession()
  const [clientId, setClientId] = useState('')
  const [clientSecret, setClientSecret] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefused('')
    const answer = await requestToken(tokenUrl, clientId.trim(), clientSecret.trim())
    setBusy(false)
    if ('refused' in answer) return setRefused(answer.refused)
    setClientSecret('')
    start(answer.session)
  }

  return (
    <div className={styles.card}>
      <h3>Get a token for this page</h3>
      <p>It stays in this page only, and is gone when you reload.</p>
      <form className={styles.form} onSubmit={submit}>
        <CodeField label="client_id" value={clientId} onChange={setClientId} required />
        <CodeField label="client_secret" value={clientSecret} onChange={setClientSecret} required secret />
        <div className={styles.actions}>
          <Button type="submit" aria-busy={busy}>
            {busy ? 'Asking …' : 'Get a token'}
          </Button>
          {session && (
            <Button quiet onClick={forget}>
              Remove token
            </Button>
          )}
        </div>
      </form>
      <div role="status" className={styles.status}>
        {refused && <p data-tone="bad">{refused}</p>}
        {session && !refused && (
          <p data-tone="good">
            {`Every “Try it” below now sends the token of ${session.clientId}. It expires ${when(session.expiresAt)}.`}
          </p>
        )}
      </div>
    </div>
  )
}

const when = (time: number) =>
  new Date(time).toLocaleString('en-GB', { weekday: 'long', hour: '2-digit', minute: '2-digit' })
