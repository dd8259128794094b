import { Fields } from '../../components/form/Fields.tsx'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import type { EmailForm } from './email-form.ts'
import { SecretInput } from './SecretInput.tsx'
import type { SectionOf } from './use-section.ts'

export const securities = [
  { value: 'starttls', label: t`STARTTLS, usual on port 587` },
  { value: 'tls', label: t`TLS from the start, usual on port 465` },
  { value: 'none', label: t`None` },
] as const

export interface SmtpFieldsProps {
  section: SectionOf<EmailForm>
  hasPassword: boolean
}

export function SmtpFields({ section: { field, submission }, hasPassword }: SmtpFieldsProps) {
  return (
    <>
      <Fields>
        <TextField
          label={t`Mail server`}
          required
          maxLength={253}
          placeholder={t`smtp.example.com`}
          {...field('host', 'settings.email.smtp.host')}
        />
        <TextField
          label={t`Port`}
          type="number"
          min={1}
          max={65535}
          step={1}
          required
          {...field('port', 'settings.email.smtp.port')}
        />
        <SelectField
          label={t`Encryption`}
          choices={securities}
          {...field('security', 'settings.email.smtp.security')}
        />
        <TextField
          label={t`User`}
          note={t`Leave blank if the server needs none.`}
          maxLength={254}
          {...field('user', 'settings.email.smtp.user')}
        />
        <SecretInput
          label={t`Password`}
          isStored={hasPassword}
          changes={t`the server or the user`}
          {...field('password', 'smtp_password')}
        />
      </Fields>
      <GroupFaults name="settings.email.smtp" failure={submission.failure} />
    </>
  )
}
