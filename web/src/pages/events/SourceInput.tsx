import { useId } from 'react'
import type { Failure } from '../../api/answer.ts'
import { Control } from '../../components/form/Control.tsx'

export interface SourceInputProps {
  value: string
  /** Sources that have sent events. */
  known: readonly string[]
  failure: Failure | undefined
  onChange(value: string): void
}

/** Any text, or one that is known already. */
export function SourceInput({ value, known, failure, onChange }: SourceInputProps) {
  const id = useId()
  return (
    <Control
      label="Source"
      name="parameters.source"
      note="The system that would send it. Leave blank for an event without a source."
      failure={failure}
    >
      {wired => (
        <>
          <input
            {...wired}
            list={id}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={value}
            onChange={event => onChange(event.target.value)}
          />
          <datalist id={id}>
            {known.map(source => (
              <option key={source} value={source} />
            ))}
          </datalist>
        </>
      )}
    </Control>
  )
}
