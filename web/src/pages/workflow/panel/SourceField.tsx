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
      placeholder="e.g. till"
      note="Spelled exactly as the sender does. Leave blank for events without a source."
      value={value ?? ''}
      onChange={text => onChange(text === '' ? null : text)}
    />
  )
}
