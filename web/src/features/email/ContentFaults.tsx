import type { Failure } from '../../api/answer.ts'
import { Note } from '../../components/Note.tsx'

/** What is wrong with the content of a piece, which has no single field. */
export function ContentFaults({ failure }: { failure: Failure | undefined }) {
  const faults = Object.entries(failure?.errors ?? {}).flatMap(([path, messages]) =>
    path.startsWith('content') ? messages : [],
  )
  if (faults.length === 0) return null
  return (
    <Note tone="bad">
      <ul>
        {faults.map(fault => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </Note>
  )
}
