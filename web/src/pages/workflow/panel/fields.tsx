import { Control } from '../../../components/form/Control.tsx'
import { TextField } from '../../../components/form/TextField.tsx'

/** A text that may be absent: empty is absent. */
export function OptionalText({
  label,
  value,
  onChange,
  note,
}: {
  label: string
  value: string | undefined
  onChange(value: string | undefined): void
  note?: string
}) {
  return (
    <TextField
      label={label}
      name={label}
      value={value ?? ''}
      note={note}
      onChange={text => onChange(text === '' ? undefined : text)}
    />
  )
}

/** A text of several lines. */
export function LongText({
  label,
  value,
  maxLength,
  onChange,
}: {
  label: string
  value: string
  maxLength: number
  onChange(value: string): void
}) {
  return (
    <Control label={label} name={label}>
      {wired => (
        <textarea
          {...wired}
          rows={3}
          maxLength={maxLength}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Control>
  )
}
