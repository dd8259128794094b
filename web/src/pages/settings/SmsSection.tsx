import type { SettingsAnswer } from '@millrace/contract/settings'
import { Fields } from '../../components/form/Fields.tsx'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { ChannelSection } from './ChannelSection.tsx'
import { SecretInput } from './SecretInput.tsx'
import { testSms } from './settings-calls.ts'
import { formOfSms, smsOfForm, tokenOf } from './sms-form.ts'
import { useSection } from './use-section.ts'

const choices = [
  { value: 'outbox', label: 'Nothing: keep every SMS in the outbox' },
  { value: 'provider', label: 'Twilio, or a provider that speaks as Twilio does' },
] as const

export function SmsSection({ stored: { settings, has_sms_token } }: { stored: SettingsAnswer }) {
  const section = useSection(formOfSms(settings.sms), form => ({
    settings: { sms: form.through === 'outbox' ? null : smsOfForm(form) },
    ...tokenOf(form),
  }))
  const { value, field } = section
  return (
    <ChannelSection
      title="SMS"
      about="What sends text messages. How many a day may be sent is set with the budgets."
      action="Save the SMS settings"
      own={['settings.sms', 'sms_token']}
      section={section}
      choices={choices}
      test={{
        label: 'Test SMS to',
        type: 'tel',
        note: 'With the settings above as they stand, saved or not. The provider may charge for it.',
        placeholder: '+442079460000',
        action: 'Send a test SMS',
        send: to => testSms({ to: to.trim(), sms: smsOfForm(value), ...tokenOf(value) }),
      }}
    >
      <Fields>
        <TextField
          label="Address of the API"
          required
          maxLength={500}
          {...field('apiUrl', 'settings.sms.api_url')}
        />
        <TextField
          label="Account SID"
          required
          maxLength={100}
          {...field('account', 'settings.sms.account')}
        />
        <TextField
          label="Sender"
          note="A number, a name, or the SID of a messaging service."
          required
          maxLength={50}
          {...field('from', 'settings.sms.from')}
        />
        <SecretInput
          label="Auth token"
          isStored={has_sms_token}
          changes="the address or the account"
          {...field('token', 'sms_token')}
        />
      </Fields>
      <GroupFaults name="settings.sms" failure={section.submission.failure} />
    </ChannelSection>
  )
}
