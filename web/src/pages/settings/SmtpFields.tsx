import { Fields } from '../../components/form/Fields.tsx'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import type { EmailForm } from './email-form.ts'
import { SecretInput } from './SecretInput.tsx'
import type { SectionOf } from './use-section.ts'

const securities = [
  { value: 'starttls', label: 'STARTTLS, usual on port 587' },
  { value: 'tls', label: 'TLS from the start, usual on port 465' },
  { value: 'none', label: 'None' },
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
          label="Mail server"
          required
          maxLength={253}
          placeholder="smtp.example.com"
          {...field('host', 'settings.email.smtp.host')}
        />
        <TextField
          label="Port"
          type="number"
          min={1}
          max={65535}
          step={1}
          required
          {...field('port', 'settings.email.smtp.port')}
        />
        <SelectField
          label="Encryption"
          choices={securities}
          {...field('security', 'settings.email.smtp.security')}
        />
        <TextField
          label="User"
          note="Leave blank if the server needs none."
          maxLength={254}
          {...field('user', 'settings.email.smtp.user')}
        />
        <SecretInput
          label="Password"
          isStored={hasPassword}
          changes="the server or the user"
          {...field('password', 'smtp_password')}
        />
      </Fields>
      <GroupFaults name="settings.email.smtp" failure={submission.failure} />
    </>
  )
}
