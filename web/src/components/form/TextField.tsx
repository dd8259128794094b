import type { ComponentProps } from 'react'
import { Control, type ControlProps } from './Control.tsx'

type Native = Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'inputMode'
  | 'autoComplete'
  | 'required'
  | 'readOnly'
  | 'maxLength'
  | 'minLength'
  | 'min'
  | 'max'
  | 'step'
  | 'list'
  | 'placeholder'
  | 'autoFocus'
>

export interface TextFieldProps extends ControlProps, Native {
  value: string
  onChange?(value: string): void
}

export function TextField({ label, name, note, failure, onChange, ...native }: TextFieldProps) {
  return (
    <Control label={label} name={name} note={note} failure={failure}>
      {wired => (
        <input
          autoComplete="off"
          spellCheck={false}
          {...native}
          {...wired}
          onChange={event => onChange?.(event.target.value)}
        />
      )}
    </Control>
  )
}
