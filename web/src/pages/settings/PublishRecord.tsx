import type { DnsRecord } from '@millrace/contract/sender'
import { SecretField } from '../../components/SecretField.tsx'
import { t } from '../../language/words.ts'
import styles from './SenderPanel.module.css'

/** A TXT record, to be published where the domain is managed. */
export const PublishRecord = ({ record: { name, value }, title }: { record: DnsRecord; title: string }) => (
  <div className={styles.result}>
    <p>{title}</p>
    <SecretField label={t`Name`} value={name} />
    <SecretField label={t`Value`} value={value} />
  </div>
)
