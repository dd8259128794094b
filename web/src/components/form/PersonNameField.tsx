import { t } from '../../language/words.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

/** The name of the member who fills the form in. */
export const PersonNameField = (field: Omit<TextFieldProps, 'label'>) => (
  <TextField label={t`Your name`} autoComplete="name" required maxLength={100} {...field} />
)
