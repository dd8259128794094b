import { TextField, type TextFieldProps } from '../../components/form/TextField.tsx'

export interface SecretInputProps
  extends Pick<TextFieldProps, 'label' | 'name' | 'value' | 'onChange' | 'failure'> {
  isStored: boolean
  /** The fields whose change invalidates the stored secret. */
  changes: string
}

/** A field for a secret, which is never shown again. */
export function SecretInput({ isStored, changes, ...field }: SecretInputProps) {
  return (
    <TextField
      {...field}
      type="password"
      autoComplete="new-password"
      maxLength={1000}
      note={
        isStored
          ? `One is stored, and is not shown. Leave this empty to keep it; when ${changes} changes, give it again.`
          : 'It is stored sealed, and never shown again.'
      }
    />
  )
}
