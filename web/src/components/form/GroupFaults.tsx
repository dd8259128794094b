import type { Failure } from '../../api/answer.ts'
import styles from './Form.module.css'

/** The faults of a group of fields. Faults of one field show at that field. */
export function GroupFaults({ name, failure }: { name: string; failure: Failure | undefined }) {
  const faults = failure?.errors[name] ?? []
  if (faults.length === 0) return null
  return <p className={styles.fault}>{faults.join(' ')}</p>
}
