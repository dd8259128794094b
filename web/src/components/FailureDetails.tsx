import type { Failure } from '../api/answer.ts'
import { t } from '../language/words.ts'
import styles from './FailureDetails.module.css'
import { FailureNote } from './FailureNote.tsx'

/** Why a request failed, with every fault and its path. */
export function FailureDetails({ failure }: { failure: Failure | undefined }) {
  if (failure === undefined) return null
  const isField = failure.code === 'validation_failed'
  return (
    <>
      <FailureNote
        failure={isField ? { ...failure, code: undefined, message: t`Fix these problems:` } : failure}
      />
      <FailureList failure={failure} />
    </>
  )
}

/** Every fault with its path. */
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
