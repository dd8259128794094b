import type { Provider, ProviderChannel } from '@millrace/contract/provider'
import { useState } from 'react'
import { useSubmit } from '../../api/use-submit.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Fields.tsx'
import { Form } from '../../components/form/Form.tsx'
import { fieldsOf } from '../../components/form/fields-of.ts'
import { GroupFaults } from '../../components/form/GroupFaults.tsx'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { settingsQuery } from '../../components/time/use-zone.ts'
import { useChanged } from '../../components/use-changed.ts'
import { t } from '../../language/words.ts'
import { formOfProvider, type ProviderForm, providerOfForm } from './provider-form.ts'
import { SmsFields } from './SmsFields.tsx'
import { SmtpFields } from './SmtpFields.tsx'
import { addProvider, changeProvider, providersKey } from './settings-calls.ts'
import { withVendor } from './sms-account.ts'

const paces = [
  { value: 'none', label: t`No limit` },
  { value: 'second', label: t`A second` },
  { value: 'minute', label: t`A minute` },
  { value: 'hour', label: t`An hour` },
] as const

const warmUps = [
  { value: 'no', label: t`No` },
  { value: 'yes', label: t`Yes, begin with few` },
] as const

export interface ProviderDialogProps {
  channel: ProviderChannel
  /** Absent: a new one. */
  provider?: Provider
  onClose(): void
}

export function ProviderDialog({ channel, provider, onClose }: ProviderDialogProps) {
  const [form, setForm] = useState(formOfProvider(provider))
  const submission = useSubmit(
    () => {
      const body = providerOfForm(channel, form)
      return provider === undefined ? addProvider({ channel, ...body }) : changeProvider(provider.id, body)
    },
    useChanged([providersKey, settingsQuery.queryKey], onClose),
  )
  const field = fieldsOf(form, part => setForm({ ...form, ...part }), submission.failure)
  const noun = channel === 'email' ? 'e-mail' : 'SMS'
  return (
    <Dialog
      wide
      title={provider === undefined ? t`Add ${noun} provider` : t`Change ${provider.name}`}
      onClose={onClose}
    >
      <Form
        submission={submission}
        action={provider === undefined ? t`Add provider` : t`Save provider`}
        onCancel={onClose}
      >
        <Fields>
          <TextField label={t`Name`} required maxLength={100} {...field('name')} />
        </Fields>
        {channel === 'email' ? (
          <SmtpFields
            host={field('host', 'smtp.host')}
            port={field('port', 'smtp.port')}
            security={field('security', 'smtp.security')}
            user={field('user', 'smtp.user')}
            password={field('secret')}
            isStored={provider?.has_secret ?? false}
          />
        ) : (
          <SmsFields
            vendor={{
              ...field('vendor', 'sms.vendor'),
              onChange: vendor => setForm({ ...form, ...withVendor(form, vendor) }),
            }}
            apiUrl={field('apiUrl', 'sms.api_url')}
            account={field('account', 'sms.account')}
            from={field('from', 'sms.from')}
            byCountry={field('byCountry', 'sms.from_by_country')}
            token={field('secret')}
            isStored={provider?.has_secret ?? false}
          />
        )}
        <GroupFaults name={channel === 'email' ? 'smtp' : 'sms'} failure={submission.failure} />
        <Limits form={form} field={field} />
      </Form>
    </Dialog>
  )
}

type Field = ReturnType<typeof fieldsOf<ProviderForm>>

const howMany = {
  second: t`Messages a second`,
  minute: t`Messages a minute`,
  hour: t`Messages an hour`,
} as const

const Limits = ({ form, field }: { form: ProviderForm; field: Field }) => (
  <Fields>
    <SelectField label={t`Pace`} choices={paces} {...field('pacePer', 'pace')} />
    {form.pacePer !== 'none' && (
      <TextField
        label={howMany[form.pacePer]}
        type="number"
        min={1}
        max={100000}
        step={1}
        required
        note={t`They go out evenly. Those that come faster wait.`}
        {...field('paceMost', 'pace.most')}
      />
    )}
    <TextField
      label={t`Most a day`}
      type="number"
      min={1}
      step={1}
      required={form.warmUp === 'yes'}
      note={t`Days begin at midnight UTC. The rest of the day, messages go through the next provider. Leave blank for no limit.`}
      {...field('mostADay', 'most_a_day')}
    />
    <SelectField
      label={t`Warm-up`}
      choices={warmUps}
      note={t`For a domain or an address that mailboxes do not know yet.`}
      {...field('warmUp', 'warm_up')}
    />
    {form.warmUp === 'yes' && (
      <>
        <TextField
          label={t`First day`}
          type="number"
          min={1}
          step={1}
          required
          note={t`The most of the first day.`}
          {...field('warmUpStart', 'warm_up.start')}
        />
        <TextField
          label={t`Grows by`}
          type="number"
          min={1.05}
          max={10}
          step={0.05}
          required
          note={t`After every day on which something was sent, the most is multiplied by this, until it is the most a day.`}
          {...field('warmUpFactor', 'warm_up.factor')}
        />
      </>
    )}
  </Fields>
)
