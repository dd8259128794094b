import type { Failure } from '../../api/answer.ts'
import { Fields } from '../../components/form/Fields.tsx'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import type { EmailForm } from './email-form.ts'
import { secretNote } from './secret-note.ts'

const securities = [
  { value: 'starttls', label: 'STARTTLS, usual on port 587' },
  { value: 'tls', label: 'TLS from the start, usual on port 465' },
  { value: 'none', label: 'None' },
] as const

export interface SmtpFieldsProps {
  value: EmailForm
  onChange(part: Partial<EmailForm>): void
  hasPassword: boolean
  failure: Failure | undefined
}

export function SmtpFields({ value, onChange, hasPassword, failure }: SmtpFieldsProps) {
  return (
    <>
      <Fields>
        <TextField
          label="Mail server"
          name="settings.email.smtp.host"
          required
          maxLength={253}
          placeholder="smtp.example.com"
          value={value.host}
          onChange={host => onChange({ host })}
          failure={failure}
        />
        <TextField
          label="Port"
          name="settings.email.smtp.port"
          type="number"
          min={1}
          max={65535}
          step={1}
          required
          value={value.port}
          onChange={port => onChange({ port })}
          failure={failure}
        />
        <SelectField
          label="Encryption"
          name="settings.email.smtp.security"
          value={value.security}
          choices={securities}
          onChange={security => onChange({ security })}
          failure={failure}
        />
        <TextField
          label="User"
          name="settings.email.smtp.user"
          note="Empty: the server asks for none."
          maxLength={254}
          value={value.user}
          onChange={user => onChange({ user })}
          failure={failure}
        />
        <TextField
          label="Password"
          name="smtp_password"
          type="password"
          autoComplete="new-password"
          note={secretNote(hasPassword, 'the server or the user')}
          maxLength={1000}
          value={value.password}
          onChange={password => onChange({ password })}
          failure={failure}
        />
      </Fields>
      <GroupFaults name="settings.email.smtp" failure={failure} />
    </>
  )
}
