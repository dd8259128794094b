import type { Failure } from '../api/answer.ts'
import { t } from '../language/words.ts'
import { FailureWords } from './FailureWords.tsx'
import { Note } from './Note.tsx'

/** Why a request failed. Faults of fields show at the fields. */
export function FailureNote({ failure }: { failure: Failure | undefined }) {
  if (failure === undefined) return null
  return (
    <div role="alert">
      <Note tone="bad">
        {failure.code === 'validation_failed' ? (
          t`Check the marked fields.`
        ) : (
          <FailureWords failure={failure} />
        )}
      </Note>
    </div>
  )
}
