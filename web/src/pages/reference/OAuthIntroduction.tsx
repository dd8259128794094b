import type { Addresses } from '../../api/addresses.ts'
import { Anchor } from './contents/Anchor.tsx'
import styles from './Introduction.module.css'
import { TokenForm } from './session/TokenForm.tsx'

export function OAuthIntroduction({ addresses }: { addresses: Addresses }) {
  return (
    <section id="oauth" tabIndex={-1} aria-labelledby="oauth-title" className={styles.split} data-section>
      <div className={styles.words}>
        <h2 id="oauth-title">
          OAuth 2.0, in four lines
          <Anchor to="oauth" name="OAuth 2.0" />
        </h2>
        <ol className={styles.steps}>
          <li>
            An API key is a <code>client_id</code> and a <code>client_secret</code>. Create one with{' '}
            <code>npx millrace keys create --name NAME</code>; the secret is shown once.
          </li>
          <li>
            Exchange it for an access token: <code>POST {addresses.tokenUrl}</code> with{' '}
            <code>grant_type</code> <code>client_credentials</code>, as JSON or as a form. The credentials may
            also be sent by HTTP Basic.
          </li>
          <li>
            Send the token with every other call: <code>authorization: Bearer ACCESS_TOKEN</code>. It opens
            everything in the organisation of the key, with the scope <code>ALL:ALL</code>, unless the key is
            limited.
          </li>
          <li>
            Keep the token until shortly before <code>expires_in</code> seconds have passed: the token
            endpoint allows 20 requests a minute. On a 401, get a new token and send the call again.
          </li>
        </ol>
        <p>
          Any OAuth 2.0 client library does this for you. The addresses it needs are at{' '}
          <a href="#discoverAuthorizationServer">/.well-known/oauth-authorization-server</a>.
        </p>
      </div>
      <TokenForm tokenUrl={addresses.tokenUrl} />
    </section>
  )
}
