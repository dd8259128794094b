import { TextField } from '../../../components/form/TextField.tsx'

/** Empty is an event that names no source, which is null on the wire. */
export function SourceField({
  value,
  onChange,
}: {
  value: string | null
  onChange(value: string | null): void
}) {
  return (
    <TextField
      label="Source"
      name="source"
      maxLength={100}
      placeholder="as in till"
      note="Exactly as the sender spells it. Leave empty for events without a source."
      value={value ?? ''}
      onChange={text => onChange(text === '' ? null : text)}
    />
  )
}
