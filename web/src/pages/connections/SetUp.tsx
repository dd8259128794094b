import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { Link } from 'wouter'
import { Awaited } from '../../components/Awaited.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import { rich, t } from '../../language/words.ts'
import styles from './SetUp.module.css'
import { lastRefusal, refusalInWords } from './shared/delivery-in-words.ts'

/** What to do at the other system, and whether it worked. */
export const SetUp = ({ connection }: { connection: WholeConnection }) => (
  <Panel title={t`Set up ${connection.vendor_name}`}>
    <SecretField label={t`Address`} value={connection.url} />
    <ol className={styles.steps}>
      {connection.steps.map(step => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p>{t`Keep this address to yourself. Requests without the right secret are refused.`}</p>
    {connection.status !== 'needs_secret' && <FirstDelivery connection={connection} />}
  </Panel>
)

function FirstDelivery({ connection }: { connection: WholeConnection }) {
  if (connection.last_delivery_at !== null)
    return (
      <Awaited state="arrived">
        <strong>{t`The first delivery has arrived.`}</strong>{' '}
        <Link to={`/marketplace/connections/${connection.id}`}>{t`Show deliveries`}</Link>
      </Awaited>
    )
  const refused = lastRefusal(connection)
  return refused === undefined ? (
    <Awaited state="waiting">
      {rich`${<strong>{t`Waiting for the first delivery.`}</strong>} This turns green when it arrives.`}
    </Awaited>
  ) : (
    <Awaited state="refused">
      <strong>{t`A request arrived and was refused.`}</strong> {`${refusalInWords(refused)}.`}
    </Awaited>
  )
}
