import type { SettingsAnswer } from '@millrace/contract/settings'
import { Fields } from '../../components/form/Fields.tsx'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { Section } from './Section.tsx'
import { secretNote } from './secret-note.ts'
import { testSms } from './settings-calls.ts'
import { formOfSms, smsOfForm, tokenOf } from './sms-form.ts'
import { TestForm } from './TestForm.tsx'
import { useSection } from './use-section.ts'

const ways = [
  { value: 'outbox', label: 'Nothing: keep every SMS in the outbox' },
  { value: 'provider', label: 'Twilio, or a provider that speaks as Twilio does' },
] as const

export function SmsSection({ stored: { settings, has_sms_token } }: { stored: SettingsAnswer }) {
  const section = useSection(formOfSms(settings.sms), form => ({
    settings: { sms: form.through === 'outbox' ? null : smsOfForm(form) },
    ...tokenOf(form),
  }))
  const { value, change, submission } = section
  const { failure } = submission
  return (
    <Section
      title="SMS"
      about="What sends text messages. How many a day may be sent is set with the budgets."
      action="Save the SMS settings"
      own={['settings.sms', 'sms_token']}
      section={section}
      after={
        value.through === 'provider' && (
          <TestForm
            label="Test SMS to"
            name="to"
            type="tel"
            note="With the settings above as they stand, saved or not. The provider may charge for it."
            placeholder="+442079460000"
            action="Send a test SMS"
            send={to => testSms({ to: to.trim(), sms: smsOfForm(value), ...tokenOf(value) })}
          />
        )
      }
    >
      <SelectField
        label="Sent by"
        name="through"
        value={value.through}
        choices={ways}
        onChange={through => change({ through })}
      />
      {value.through === 'provider' && (
        <>
          <Fields>
            <TextField
              label="Address of the API"
              name="settings.sms.api_url"
              required
              maxLength={500}
              value={value.apiUrl}
              onChange={apiUrl => change({ apiUrl })}
              failure={failure}
            />
            <TextField
              label="Account SID"
              name="settings.sms.account"
              required
              maxLength={100}
              value={value.account}
              onChange={account => change({ account })}
              failure={failure}
            />
            <TextField
              label="Sender"
              name="settings.sms.from"
              note="A number, a name, or the SID of a messaging service."
              required
              maxLength={50}
              value={value.from}
              onChange={from => change({ from })}
              failure={failure}
            />
            <TextField
              label="Auth token"
              name="sms_token"
              type="password"
              autoComplete="new-password"
              note={secretNote(has_sms_token, 'the address or the account')}
              maxLength={1000}
              value={value.token}
              onChange={token => change({ token })}
              failure={failure}
            />
          </Fields>
          <GroupFaults name="settings.sms" failure={failure} />
        </>
      )}
    </Section>
  )
}
