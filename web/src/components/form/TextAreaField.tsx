import { Control, type ControlProps } from './Control.tsx'

export interface TextAreaFieldProps extends ControlProps {
  value: string
  maxLength?: number
  onChange(value: string): void
}

export function TextAreaField({
  label,
  name,
  note,
  failure,
  value,
  maxLength,
  onChange,
}: TextAreaFieldProps) {
  return (
    <Control label={label} name={name} note={note} failure={failure}>
      {wired => (
        <textarea
          {...wired}
          rows={4}
          maxLength={maxLength}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Control>
  )
}
