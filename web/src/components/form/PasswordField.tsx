import { t } from '../../language/words.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

export interface PasswordFieldProps
  extends Pick<TextFieldProps, 'value' | 'onChange' | 'failure' | 'autoFocus'> {
  label?: string
  name?: string
  /** For a new password instead of the current one. */
  chosen?: boolean
}

const forChosen = {
  minLength: 12,
  note: t`At least 12 characters. A few words in a row are easy to remember and hard to guess.`,
}

export const PasswordField = ({ chosen = false, ...field }: PasswordFieldProps) => (
  <TextField
    label={t`Password`}
    name="password"
    type="password"
    autoComplete={chosen ? 'new-password' : 'current-password'}
    required
    {...(chosen ? forChosen : {})}
    {...field}
  />
)
