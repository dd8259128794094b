import { useEffect, useState } from 'react'
import { TextField } from './TextField.tsx'

/** How long after a keystroke typing counts as paused. */
const PAUSE_MS = 300

export interface DebouncedFieldProps {
  label: string
  name: string
  placeholder: string
  value: string
  onChange(value: string): void
}

/** Reports a change when typing pauses, not at every keystroke. */
export function DebouncedField({ value, onChange, ...rest }: DebouncedFieldProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onChange(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return <TextField {...rest} type="search" maxLength={254} value={typed} onChange={setTyped} />
}
