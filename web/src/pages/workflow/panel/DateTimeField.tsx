import { TextField } from '../../../components/form/TextField.tsx'

export interface DateTimeFieldProps {
  label: string
  name: string
  note?: string
  /** As ISO 8601; undefined where none is chosen. */
  value: string | undefined
  onChange(value: string | undefined): void
}

/** A date and time in the browser's time zone. */
export function DateTimeField({ label, name, note, value, onChange }: DateTimeFieldProps) {
  return (
    <TextField
      label={label}
      name={name}
      note={note}
      type="datetime-local"
      value={toLocal(value)}
      onChange={typed => onChange(typed === '' ? undefined : new Date(typed).toISOString())}
    />
  )
}

/** In the format of the browser's field; empty for an invalid time. */
function toLocal(value: string | undefined): string {
  const at = new Date(value ?? '')
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
