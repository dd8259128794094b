import type { WholeConnection } from '@millrace/contract/dashboard/connections'
import { Panel } from '../../components/Panel.tsx'
import { SecretField } from '../../components/SecretField.tsx'
import styles from './SetUp.module.css'

/** What to do at the other system. */
export const SetUp = ({ connection: { url, steps, vendor_name } }: { connection: WholeConnection }) => (
  <Panel title={`Set up ${vendor_name}`}>
    <SecretField label="Address" value={url} />
    <ol className={styles.steps}>
      {steps.map(step => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p>Keep this address to yourself. Requests without the right secret are refused.</p>
  </Panel>
)
