import { Combobox } from './Combobox.tsx'
import { Control, type ControlProps } from './Control.tsx'
import type { Option } from './option.ts'

export interface ComboFieldProps extends ControlProps {
  value: string
  options: readonly Option[]
  placeholder?: string
  maxLength?: number
  required?: boolean
  onChange(value: string): void
}

/** A text that is often one that is known already: those are offered, and anything else may be typed. */
export const ComboField = ({ label, name, note, failure, value, onChange, ...rest }: ComboFieldProps) => (
  <Control label={label} name={name} note={note} failure={failure}>
    {wired => (
      <Combobox
        {...rest}
        {...wired}
        text={value}
        onText={onChange}
        onChoose={option => onChange(option.value)}
      />
    )}
  </Control>
)
