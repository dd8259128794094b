import type { SettingsAnswer } from '@millrace/contract/settings'
import { Fields } from '../../components/form/Fields.tsx'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { ChannelSection } from './ChannelSection.tsx'
import { emailOfForm, formOfEmail, passwordOf } from './email-form.ts'
import { SmtpFields } from './SmtpFields.tsx'
import { testEmail } from './settings-calls.ts'
import { useSection } from './use-section.ts'

const choices = [
  { value: 'outbox', label: t`None: e-mails are stored but not sent` },
  { value: 'server', label: t`A mail server (SMTP)` },
] as const

export function EmailSection({ stored: { settings, has_smtp_password } }: { stored: SettingsAnswer }) {
  const section = useSection(formOfEmail(settings.email), form => ({
    settings: { email: emailOfForm(form) },
    ...passwordOf(form),
  }))
  const { value, field } = section
  return (
    <ChannelSection
      title={t`E-mail`}
      about={t`The sender of your e-mails, and the server that sends them. A workflow can use another from name and reply-to address.`}
      action={t`Save e-mail settings`}
      own={['settings.email', 'smtp_password']}
      section={section}
      choices={choices}
      test={{
        label: t`Test e-mail to`,
        type: 'email',
        note: t`Uses the settings above, saved or not.`,
        placeholder: 'you@example.com',
        action: t`Send test e-mail`,
        send: to => testEmail({ to, email: emailOfForm(value), ...passwordOf(value) }),
      }}
      sender={
        <Fields>
          <TextField
            label={t`From name`}
            required
            maxLength={200}
            {...field('fromName', 'settings.email.from_name')}
          />
          <TextField
            label={t`From address`}
            type="email"
            required
            {...field('fromAddress', 'settings.email.from_address')}
          />
          <TextField
            label={t`Reply-to`}
            type="email"
            note={t`Leave blank to use the from address. What guests write by SMS is forwarded here.`}
            {...field('replyTo', 'settings.email.reply_to')}
          />
        </Fields>
      }
    >
      <SmtpFields
        host={field('host', 'settings.email.smtp.host')}
        port={field('port', 'settings.email.smtp.port')}
        security={field('security', 'settings.email.smtp.security')}
        user={field('user', 'settings.email.smtp.user')}
        password={field('password', 'smtp_password')}
        isStored={has_smtp_password}
      />
      <GroupFaults name="settings.email.smtp" failure={section.submission.failure} />
    </ChannelSection>
  )
}
