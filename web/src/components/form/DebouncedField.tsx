import { useEffect, useState } from 'react'
import { ComboField } from './ComboField.tsx'
import type { Option } from './option.ts'
import { TextField } from './TextField.tsx'

/** How long after a keystroke typing counts as paused. */
const PAUSE_MS = 300

export interface DebouncedFieldProps {
  label: string
  name: string
  placeholder: string
  suggestions?: readonly Option[] | undefined
  value: string
  onChange(value: string): void
}

/** Reports a change when typing pauses, not at every keystroke. */
export function DebouncedField({ value, onChange, suggestions, ...rest }: DebouncedFieldProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onChange(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  const field = { ...rest, maxLength: 254, value: typed, onChange: setTyped }
  if (suggestions === undefined) return <TextField {...field} type="search" />
  return <ComboField {...field} options={suggestions} />
}
