import { Control, type ControlProps } from './Control.tsx'
import { OptionPick, type OptionPickProps } from './OptionPick.tsx'

export type PickFieldProps = ControlProps &
  Required<Pick<OptionPickProps, 'placeholder'>> &
  Pick<OptionPickProps, 'value' | 'options' | 'onChange' | 'onSearch'>

/** One of many, by its name. */
export const PickField = ({ label, name, note, failure, ...rest }: PickFieldProps) => (
  <Control label={label} name={name} note={note} failure={failure}>
    {wired => <OptionPick {...rest} {...wired} />}
  </Control>
)
