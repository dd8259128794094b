import { TextField, type TextFieldProps } from '../../components/form/TextField.tsx'

export interface SecretInputProps
  extends Pick<TextFieldProps, 'label' | 'name' | 'value' | 'onChange' | 'failure'> {
  isStored: boolean
  /** Whose change makes the stored one count no more. */
  changes: string
}

/** A secret goes in, and does not come out again. */
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
