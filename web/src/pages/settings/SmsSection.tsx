import type { SettingsAnswer } from '@millrace/contract/settings'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { t } from '../../language/words.ts'
import { ChannelSection } from './ChannelSection.tsx'
import { SmsFields } from './SmsFields.tsx'
import { testSms } from './settings-calls.ts'
import { formOfSms, smsOfForm, tokenOf } from './sms-form.ts'
import { useSection } from './use-section.ts'

const choices = [
  { value: 'outbox', label: t`None: SMS are stored but not sent` },
  { value: 'provider', label: t`Twilio, or a provider with the same API` },
] as const

export function SmsSection({ stored: { settings, has_sms_token } }: { stored: SettingsAnswer }) {
  const section = useSection(formOfSms(settings.sms), form => ({
    settings: { sms: form.through === 'outbox' ? null : smsOfForm(form) },
    ...tokenOf(form),
  }))
  const { value, field } = section
  return (
    <ChannelSection
      title={t`SMS`}
      about={t`The provider that sends text messages. The daily limit is set under Budgets.`}
      action={t`Save SMS settings`}
      own={['settings.sms', 'sms_token']}
      section={section}
      choices={choices}
      test={{
        label: t`Test SMS to`,
        type: 'tel',
        note: t`Uses the settings above, saved or not. The provider may charge for it.`,
        placeholder: '+442079460000',
        action: t`Send test SMS`,
        send: to => testSms({ to: to.trim(), sms: smsOfForm(value), ...tokenOf(value) }),
      }}
    >
      <SmsFields
        apiUrl={field('apiUrl', 'settings.sms.api_url')}
        account={field('account', 'settings.sms.account')}
        from={field('from', 'settings.sms.from')}
        token={field('token', 'sms_token')}
        isStored={has_sms_token}
      />
      <GroupFaults name="settings.sms" failure={section.submission.failure} />
    </ChannelSection>
  )
}
