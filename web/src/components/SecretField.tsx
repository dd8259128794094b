import { CopyButton } from './CopyButton.tsx'
import styles from './SecretField.module.css'

/** A secret to copy as a whole. */
export function SecretField({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <code className={styles.value}>{value}</code>
      <CopyButton text={value} what={label} />
    </div>
  )
}
