import { TextField, type TextFieldProps } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'

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
          ? t`One is stored but not shown. Leave blank to keep it. If ${changes} changes, enter it again.`
          : t`It is stored encrypted and never shown again.`
      }
    />
  )
}
