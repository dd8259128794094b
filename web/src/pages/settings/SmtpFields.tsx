import type { EmailSettings } from '@millrace/contract/settings'
import { Fields } from '../../components/form/Fields.tsx'
import type { BoundField } from '../../components/form/fields-of.ts'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { SecretInput } from './SecretInput.tsx'

type Security = NonNullable<EmailSettings['smtp']>['security']

const securities = [
  { value: 'starttls', label: t`STARTTLS, usual on port 587` },
  { value: 'tls', label: t`TLS from the start, usual on port 465` },
  { value: 'none', label: t`None` },
] as const

export interface SmtpFieldsProps {
  host: BoundField<string>
  port: BoundField<string>
  security: BoundField<Security>
  user: BoundField<string>
  password: BoundField<string>
  isStored: boolean
}

/** A mail server and how to sign in to it. */
export const SmtpFields = ({ host, port, security, user, password, isStored }: SmtpFieldsProps) => (
  <Fields>
    <TextField label={t`Mail server`} required maxLength={253} placeholder={t`smtp.example.com`} {...host} />
    <TextField label={t`Port`} type="number" min={1} max={65535} step={1} required {...port} />
    <SelectField label={t`Encryption`} choices={securities} {...security} />
    <TextField label={t`User`} note={t`Leave blank if the server needs none.`} maxLength={254} {...user} />
    <SecretInput label={t`Password`} isStored={isStored} changes={t`the server or the user`} {...password} />
  </Fields>
)
