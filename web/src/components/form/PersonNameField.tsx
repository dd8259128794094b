import { TextField, type TextFieldProps } from './TextField.tsx'

/** The name of the member who fills the form in. */
export const PersonNameField = (field: Omit<TextFieldProps, 'label'>) => (
  <TextField label="Your name" autoComplete="name" required maxLength={100} {...field} />
)
