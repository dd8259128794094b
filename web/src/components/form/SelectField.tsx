import { Control, type ControlProps } from './Control.tsx'

export interface SelectFieldProps<Value extends string> extends ControlProps {
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChange(value: Value): void
}

export function SelectField<Value extends string>({
  label,
  name,
  note,
  failure,
  value,
  choices,
  onChange,
}: SelectFieldProps<Value>) {
  return (
    <Control label={label} name={name} note={note} failure={failure}>
      {wired => (
        <select {...wired} value={value} onChange={event => onChange(event.target.value as Value)}>
          {choices.map(choice => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Control>
  )
}
