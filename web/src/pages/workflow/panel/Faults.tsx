import type { WorkflowFault } from '@millrace/contract/workflow-management'
import { Note } from '../../../components/Note.tsx'
import styles from './NodePanel.module.css'

/** The faults of what the panel shows; nothing while there are none. */
export function Faults({ faults }: { faults: readonly WorkflowFault[] }) {
  if (faults.length === 0) return null
  return (
    <Note tone="bad">
      <ul className={styles.faults}>
        {faults.map(({ path, message }) => (
          <li key={path + message}>{message}</li>
        ))}
      </ul>
    </Note>
  )
}
