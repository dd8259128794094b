import type { Failure } from '../api/answer.ts'
import styles from './FailureDetails.module.css'
import { FailureNote } from './FailureNote.tsx'

/** Why it did not work, with everything that is wrong and where. */
export function FailureDetails({ failure }: { failure: Failure | undefined }) {
  if (failure === undefined) return null
  const isField = failure.code === 'validation_failed'
  return (
    <>
      <FailureNote
        failure={isField ? { ...failure, code: undefined, message: 'Something of it cannot be:' } : failure}
      />
      <FailureList failure={failure} />
    </>
  )
}

/** What is wrong, each with its place. */
export function FailureList({ failure }: { failure: Failure | undefined }) {
  const faults = Object.entries(failure?.errors ?? {})
  if (faults.length === 0) return null
  return (
    <ul className={styles.list}>
      {faults.map(([where, sentences]) => (
        <li key={where}>{`${where}: ${sentences.join(' ')}`}</li>
      ))}
    </ul>
  )
}
