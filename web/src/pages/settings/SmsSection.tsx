import type { SettingsAnswer } from '@millrace/contract/settings'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { t } from '../../language/words.ts'
import { ChannelSection } from './ChannelSection.tsx'
import { SmsFields } from './SmsFields.tsx'
import { testSms } from './settings-calls.ts'
import { smsOfAccount, withVendor } from './sms-account.ts'
import { formOfSms, tokenOf } from './sms-form.ts'
import { useSection } from './use-section.ts'

const choices = [
  { value: 'outbox', label: t`None: SMS are stored but not sent` },
  { value: 'provider', label: t`A provider` },
] as const

export function SmsSection({ stored: { settings, has_sms_token } }: { stored: SettingsAnswer }) {
  const section = useSection(formOfSms(settings.sms), form => ({
    settings: { sms: form.through === 'outbox' ? null : smsOfAccount(form) },
    ...tokenOf(form),
  }))
  const { value, field, change } = section
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
        send: to => testSms({ to: to.trim(), sms: smsOfAccount(value), ...tokenOf(value) }),
      }}
    >
      <SmsFields
        vendor={{
          ...field('vendor', 'settings.sms.vendor'),
          onChange: vendor => change(withVendor(value, vendor)),
        }}
        apiUrl={field('apiUrl', 'settings.sms.api_url')}
        account={field('account', 'settings.sms.account')}
        from={field('from', 'settings.sms.from')}
        byCountry={field('byCountry', 'settings.sms.from_by_country')}
        token={field('token', 'sms_token')}
        isStored={has_sms_token}
      />
      <GroupFaults name="settings.sms" failure={section.submission.failure} />
    </ChannelSection>
  )
}
