import { useEffect, useState } from 'react'
import { TextField } from './TextField.tsx'

/** How long somebody who types is taken to be still typing. */
const PAUSE_MS = 300

export interface DebouncedFieldProps {
  label: string
  name: string
  placeholder: string
  value: string
  onChange(value: string): void
}

/** Tells of a change when the typing pauses, not at every letter. */
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
