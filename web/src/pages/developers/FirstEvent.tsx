import { useState } from 'react'
import type { Addresses } from '../../api/addresses.ts'
import { CommandBlock } from '../../components/CommandBlock.tsx'
import { CodeField } from '../../components/form/CodeField.tsx'
import { type Credentials, createKey, getToken, sendEvent } from '../../features/request/commands.ts'
import styles from './FirstEvent.module.css'
import { Step } from './Step.tsx'

const nothing: Credentials = { clientId: '', clientSecret: '', token: '' }

/** The input completes the commands; it is neither sent nor stored. */
export function FirstEvent({ addresses }: { addresses: Addresses | undefined }) {
  const [given, setGiven] = useState(nothing)
  const give = (part: keyof Credentials) => (value: string) => setGiven({ ...given, [part]: value.trim() })
  const shown = addresses ?? { authUrl: '…', baseUrl: '…', tokenUrl: '…/oauth/token' }

  return (
    <section aria-labelledby="first-event" className={styles.section}>
      <h2 id="first-event">Your first event in three commands</h2>
      <ol className={styles.steps}>
        <Step title="Create a key" number={1}>
          <p>In the project folder, in a second terminal. The secret is shown once, so save it.</p>
          <CommandBlock name="create a key" heading="Terminal" text={createKey} />
          <p>Paste the answer here to complete the next commands. It stays in this page.</p>
          <div className={styles.fields}>
            <CodeField label="client_id" value={given.clientId} onChange={give('clientId')} />
            <CodeField
              label="client_secret"
              value={given.clientSecret}
              onChange={give('clientSecret')}
              secret
            />
          </div>
        </Step>
        <Step title="Get a token" number={2}>
          <p>It is valid for a day. Store and reuse it: this address allows 20 requests a minute.</p>
          <CommandBlock name="get a token" heading="Terminal" text={getToken(shown, given)} />
          <div className={styles.fields}>
            <CodeField label="access_token" value={given.token} onChange={give('token')} secret />
          </div>
        </Step>
        <Step title="Send the event" number={3}>
          <p>
            Maya, a guest of the demo organisation, has paid 42.50 at The Harbour Kitchen. If you started
            without the demo data, use one of your guests and venues.
          </p>
          <CommandBlock name="send the event" heading="Terminal" text={sendEvent(shown, given)} />
          <p>
            The answer is a receipt. It lists each workflow that was considered, with the run it started or
            the reason it did not match.
          </p>
        </Step>
      </ol>
    </section>
  )
}
