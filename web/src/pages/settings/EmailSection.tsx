import type { SettingsAnswer } from '@millrace/contract/settings'
import { Fields } from '../../components/form/Fields.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { ChannelSection } from './ChannelSection.tsx'
import { emailOfForm, formOfEmail, passwordOf } from './email-form.ts'
import { SmtpFields } from './SmtpFields.tsx'
import { testEmail } from './settings-calls.ts'
import { useSection } from './use-section.ts'

const choices = [
  { value: 'outbox', label: 'Nothing: keep every e-mail in the outbox' },
  { value: 'server', label: 'A mail server (SMTP)' },
] as const

export function EmailSection({ stored: { settings, has_smtp_password } }: { stored: SettingsAnswer }) {
  const section = useSection(formOfEmail(settings.email), form => ({
    settings: { email: emailOfForm(form) },
    ...passwordOf(form),
  }))
  const { value, field } = section
  return (
    <ChannelSection
      title="E-mail"
      about="Who e-mails come from, and what sends them. A workflow may use another name and another address for replies."
      action="Save the e-mail settings"
      own={['settings.email', 'smtp_password']}
      section={section}
      choices={choices}
      test={{
        label: 'Test e-mail to',
        type: 'email',
        note: 'With the settings above as they stand, saved or not.',
        placeholder: 'you@example.com',
        action: 'Send a test e-mail',
        send: to => testEmail({ to, email: emailOfForm(value), ...passwordOf(value) }),
      }}
      sender={
        <Fields>
          <TextField
            label="Sender’s name"
            required
            maxLength={200}
            {...field('fromName', 'settings.email.from_name')}
          />
          <TextField
            label="Sender’s address"
            type="email"
            required
            {...field('fromAddress', 'settings.email.from_address')}
          />
          <TextField
            label="Replies go to"
            type="email"
            note="Leave empty to use the sender’s address."
            {...field('replyTo', 'settings.email.reply_to')}
          />
        </Fields>
      }
    >
      <SmtpFields section={section} hasPassword={has_smtp_password} />
    </ChannelSection>
  )
}
