import { TextField } from '../../components/form/TextField.tsx'
import { typedNumber } from '../../components/form/typed-number.ts'

/**
 * A number as it was typed. What is no number goes into the draft as the text it is: validation then says so at the
 * field, and nothing is changed behind anybody's back.
 */
export function NumberField({
  label,
  value,
  note,
  onChange,
}: {
  label: string
  value: number
  note?: string
  onChange(value: number): void
}) {
  return (
    <TextField
      label={label}
      name={label}
      note={note}
      inputMode="decimal"
      value={String(value)}
      onChange={text => onChange(typedNumber(text))}
    />
  )
}

/** The same where there may be none: empty is absent. */
export function OptionalNumber({
  label,
  value,
  note,
  onChange,
}: {
  label: string
  value: number | undefined
  note?: string
  onChange(value: number | undefined): void
}) {
  return (
    <TextField
      label={label}
      name={label}
      note={note}
      inputMode="decimal"
      value={value === undefined ? '' : String(value)}
      onChange={text => onChange(text === '' ? undefined : typedNumber(text))}
    />
  )
}
