import { useEffect, useId, useState } from 'react'
import { TextField } from './TextField.tsx'

/** How long after a keystroke typing counts as paused. */
const PAUSE_MS = 300

export interface Suggestion {
  readonly value: string
  readonly label?: string
}

export interface DebouncedFieldProps {
  label: string
  name: string
  placeholder: string
  suggestions?: readonly Suggestion[] | undefined
  value: string
  onChange(value: string): void
}

/** Reports a change when typing pauses, not at every keystroke. */
export function DebouncedField({ value, onChange, suggestions = [], ...rest }: DebouncedFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onChange(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  const list = suggestions.length > 0 ? { list: id } : {}
  return (
    <>
      <TextField {...rest} {...list} type="search" maxLength={254} value={typed} onChange={setTyped} />
      <datalist id={id}>
        {suggestions.map(suggestion => (
          <option key={suggestion.value} {...suggestion} />
        ))}
      </datalist>
    </>
  )
}
