import type { SmsVendorName } from '@millrace/contract/sms-vendor'
import { Fields } from '../../components/form/Fields.tsx'
import type { BoundField } from '../../components/form/fields-of.ts'
import { SelectField } from '../../components/form/SelectField.tsx'
import { TextField } from '../../components/form/TextField.tsx'
import { t } from '../../language/words.ts'
import { SecretInput } from './SecretInput.tsx'

export interface SmsFieldsProps {
  vendor: BoundField<SmsVendorName>
  apiUrl: BoundField<string>
  account: BoundField<string>
  from: BoundField<string>
  byCountry: BoundField<string>
  token: BoundField<string>
  isStored: boolean
}

const vendors = [
  { value: 'twilio', label: t`Twilio, or a provider with the same API` },
  { value: 'vonage', label: 'Vonage' },
  { value: 'messagebird', label: 'MessageBird' },
] as const

/** What the provider calls what it is reached by. */
const words = {
  twilio: {
    account: t`Account SID`,
    secret: t`Auth token`,
    sender: t`A number, a name, or the SID of a messaging service.`,
  },
  vonage: {
    account: t`API key`,
    secret: t`Signature secret`,
    sender: t`A number or a name.`,
  },
  messagebird: {
    account: undefined,
    secret: t`Access key and signing key, with a space between them`,
    sender: t`A number or a name.`,
  },
} as const

/** An account with an SMS provider, and who its messages are from. */
export function SmsFields({ vendor, apiUrl, account, from, byCountry, token, isStored }: SmsFieldsProps) {
  const called = words[vendor.value]
  return (
    <Fields>
      <SelectField label={t`SMS provider`} choices={vendors} {...vendor} />
      <TextField label={t`API address`} required maxLength={500} {...apiUrl} />
      {called.account !== undefined && (
        <TextField label={called.account} required maxLength={100} {...account} />
      )}
      <TextField label={t`Sender`} note={called.sender} required maxLength={50} {...from} />
      <TextField
        label={t`Senders for some countries (optional)`}
        note={t`For guests with phone numbers in these countries, such as “US +15550100, FR 38123”. Some countries don’t allow names as senders.`}
        maxLength={1000}
        {...byCountry}
      />
      <SecretInput
        label={called.secret}
        isStored={isStored}
        changes={t`the address or the account`}
        {...token}
      />
    </Fields>
  )
}
